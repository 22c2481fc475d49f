import { RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#cdk/settings.ts';

const read = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readSettings(node);
};

test('a deployment needs no settings', () => {
  expect(read({})).toEqual({
    allowedOrigins: ['*'],
    resultRetentionDays: 30,
    recognizeConcurrency: 500,
    speechModel: 'moonshine-tiny',
    translator: 'none',
    logRetentionDays: 30,
    decoderNetwork: 'isolated',
    products: [],
    prepaid: false,
    selfSignUp: false,
    consoleRequestsPerMinute: 240,
  });
});

test('what the command line gives as text is read like what cdk.json gives', () => {
  const fromCommandLine = {
    allowedOrigins: 'https://a.example,https://b.example',
    resultRetentionDays: '7',
    selfSignUp: 'true',
  };
  const fromFile = {
    allowedOrigins: ['https://a.example', 'https://b.example'],
    resultRetentionDays: 7,
    selfSignUp: true,
  };
  expect(read(fromCommandLine)).toEqual(read(fromFile));
});

test('what is sold and whether it must be paid before can be told on the command line', () => {
  const products = [
    { price_id: 'p', kind: 'subscription', name: 'Plan', amount_usd: '10', credit_usd: '12.50' },
  ];
  const told = read({ products: JSON.stringify(products), prepaid: 'true' });
  expect(told.products).toMatchObject([{ amountCents: 1_000, creditMicroUsd: 12_500_000 }]);
  expect(told.prepaid).toBe(true);
  expect(read({ products, prepaid: true })).toEqual(told);
});

describe('refused with an error that names the setting', () => {
  test.each([
    ['an origin without scheme', { allowedOrigins: 'a.example' }],
    ['an origin with a path, which no browser sends', { allowedOrigins: 'https://a.example/' }],
    ['no origin at all', { allowedOrigins: [] }],
    ['results that expire at once', { resultRetentionDays: 0 }],
    ['less concurrency than Lambda accepts', { recognizeConcurrency: 1 }],
    ['a retention CloudWatch does not offer', { logRetentionDays: 31 }],
    ['a translator nobody knows', { translator: 'google' }],
    ['a network nobody knows', { decoderNetwork: 'open' }],
    ['a price list that is no JSON', { products: '[{' }],
    ['a product without a price', { products: [{ kind: 'credit_pack', name: 'Credit' }] }],
    ['a prepayment that is neither on nor off', { prepaid: 'maybe' }],
    ['a sign-up that is neither on nor off', { selfSignUp: 'perhaps' }],
    ['fewer requests than the page makes by itself', { consoleRequestsPerMinute: 59 }],
    ['more requests than an item should have slots for', { consoleRequestsPerMinute: 1_001 }],
    ['an alarm address that is none', { alarmEmail: 'on-call' }],
  ])('%s', (_, context) => {
    expect(() => read(context)).toThrow(Object.keys(context)[0]);
  });
});
