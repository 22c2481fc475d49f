import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
import { readSettings, settingsSchema } from '#cdk/settings.ts';
import { settingSamples } from '../support/setting-samples.ts';

const read = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readSettings(node);
};

test('a deployment needs no settings', () => {
  expect(read({})).toEqual({
    allowedOrigins: ['*'],
    resultRetentionDays: 30,
    accountConcurrency: 1000,
    projectShare: {},
    speechModel: 'moonshine-tiny',
    translator: 'none',
    limits: Limits.parse({}),
    logRetentionDays: 30,
    decoderNetwork: 'isolated',
    products: [],
    prepaid: false,
    selfSignUp: false,
  });
});

test('what the command line gives as text is read like what cdk.json gives', () => {
  const fromCommandLine = {
    allowedOrigins: 'https://a.example,https://b.example',
    resultRetentionDays: '7',
    selfSignUp: 'true',
    accountConcurrency: '3000',
    projectShare: '{"fetch": 5}',
  };
  const fromFile = {
    allowedOrigins: ['https://a.example', 'https://b.example'],
    resultRetentionDays: 7,
    selfSignUp: true,
    accountConcurrency: 3000,
    projectShare: { fetch: 5 },
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

test('every setting has a sample that the tests of the laptop try, and a word in the README', () => {
  const names = Object.keys(settingsSchema.shape);
  expect(Object.keys(settingSamples).toSorted()).toEqual(names.toSorted());
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

describe('refused with an error that names the setting', () => {
  test.each([
    ['an origin without scheme', { allowedOrigins: 'a.example' }],
    ['an origin with a path, which no browser sends', { allowedOrigins: 'https://a.example/' }],
    ['no origin at all', { allowedOrigins: [] }],
    ['results that expire at once', { resultRetentionDays: 0 }],
    ['an account without any concurrency', { accountConcurrency: 0 }],
    ['a share of nothing', { projectShare: { fetch: 0 } }],
    ['a share of a stage that there is not', { projectShare: { webhooks: 5 } }],
    ['shares that are no JSON', { projectShare: '{' }],
    ['a retention CloudWatch does not offer', { logRetentionDays: 31 }],
    ['a translator nobody knows', { translator: 'google' }],
    ['a network nobody knows', { decoderNetwork: 'open' }],
    ['a price list that is no JSON', { products: '[{' }],
    ['a product without a price', { products: [{ kind: 'credit_pack', name: 'Credit' }] }],
    ['a prepayment that is neither on nor off', { prepaid: 'maybe' }],
    ['a sign-up that is neither on nor off', { selfSignUp: 'perhaps' }],
    ['fewer requests than the page makes by itself', { limits: { consoleRequestsPerMinute: 59 } }],
    ['more requests than fit into an item', { limits: { consoleRequestsPerMinute: 1_001 } }],
    ['limits that are no JSON', { limits: '{' }],
    ['a limit that nobody knows', { limits: { projects: 7 } }],
    ['a limit that allows nothing', { limits: { projectsPerOrganization: 0 } }],
    ['a limit that no item of the table could count to', { limits: { unfinishedJobsPerProject: 20_000 } }],
    ['an alarm address that is none', { alarmEmail: 'on-call' }],
  ])('%s', (_, context) => {
    expect(() => read(context)).toThrow(Object.keys(context)[0]);
  });
});
