import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { WebhookVerificationError } from '../../../sdk/typescript/errors.ts';
import { webhooks } from '../../../sdk/typescript/webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret, as long').toString('base64')}`;
const body = JSON.stringify({ type: 'webhook.test', data: { id: 'whk_ä' } });
const now = new Date('2026-11-20T10:00:00.000Z');
const headersOf = (by: string, at = now) => ({
  'webhook-id': 'evt_a',
  'webhook-timestamp': String(at.getTime() / 1_000),
  'webhook-signature': new Webhook(by).sign('evt_a', at, body),
});

test('a delivery that the standard library signed is verified, as text, as bytes and with any headers', async () => {
  const headers = headersOf(secret);
  for (const [sent, given] of [
    [body, headers],
    [Buffer.from(body), new Headers(headers)],
    [new TextEncoder().encode(body).buffer, headers],
  ] as const) {
    expect(await webhooks.verify(sent, given, { secret, now })).toMatchObject({ type: 'webhook.test' });
  }
});

test('a delivery is verified by its bytes, not by the text that they are decoded to', async () => {
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)]);
  const headers = await webhooks.sign({ id: 'evt_a', body: `\uFEFF${body}`, now }, secret);
  expect(await webhooks.verify(marked, headers, { secret, now })).toMatchObject({ type: 'webhook.test' });
  const replaced = await webhooks.sign({ id: 'evt_a', body: '"\uFFFD"', now }, secret);
  const damaged = webhooks.verify(Buffer.from([0x22, 0xff, 0x22]), replaced, { secret, now });
  await expect(damaged).rejects.toBeInstanceOf(WebhookVerificationError);
});

test('a secret that was read from a file is used without the white space around it', async () => {
  const fromFile = { secret: ` ${secret}\r\n`, now };
  expect(await webhooks.verify(body, headersOf(secret), fromFile)).toMatchObject({ type: 'webhook.test' });
});

test('headers are found whatever the case of their names, also as the only element of an array', async () => {
  const pairs = Object.entries(headersOf(secret));
  const named = Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), value]));
  const listed = Object.fromEntries(pairs.map(([name, value]) => [name, [value]]));
  for (const headers of [named, listed])
    expect(await webhooks.verify(body, headers, { secret, now })).toMatchObject({ type: 'webhook.test' });
});

test('one of several signatures is enough, as while a secret is rotated', async () => {
  const headers = headersOf(secret);
  const signature = `${headersOf(other)['webhook-signature']} v2,x v1,! ${headers['webhook-signature']}`;
  const rotated = { ...headers, 'webhook-signature': signature };
  expect(await webhooks.verify(body, rotated, { secret, now })).toMatchObject({ data: { id: 'whk_ä' } });
});

test.each([
  ['another secret', body, headersOf(other), secret],
  ['another body', body.replace('whk_', 'whk-'), headersOf(secret), secret],
  ['another id', body, { ...headersOf(secret), 'webhook-id': 'evt_b' }, secret],
  ['no signature', body, { 'webhook-id': 'evt_a', 'webhook-timestamp': '1795168800' }, secret],
  ['two ids', body, { ...headersOf(secret), 'webhook-id': ['evt_a', 'evt_b'] }, secret],
  ['a time long ago', body, headersOf(secret, new Date(now.getTime() - 301_000)), secret],
  ['a time to come', body, headersOf(secret, new Date(now.getTime() + 301_000)), secret],
  ['a time that is none', body, { ...headersOf(secret), 'webhook-timestamp': 'x' }, secret],
  ['a secret that is none', body, headersOf(secret), 'whsec_!'],
  ['an empty secret', body, headersOf(secret), 'whsec_'],
])('a delivery with %s is refused', async (_, sent, headers, by) => {
  await expect(webhooks.verify(sent, headers, { secret: by, now })).rejects.toBeInstanceOf(
    WebhookVerificationError,
  );
});

test.each<any>([JSON.parse(body), undefined, null])(
  'a body that is not what was received, such as %j, is refused with the remedy',
  async (parsed) => {
    const refusal = webhooks.verify(parsed, headersOf(secret), { secret, now });
    await expect(refusal).rejects.toBeInstanceOf(WebhookVerificationError);
    await expect(refusal).rejects.toThrow('Hand over the body as it was received');
  },
);

test('a test of a receiver signs its own deliveries', async () => {
  const headers = await webhooks.sign({ id: 'evt_a', body }, secret);
  expect(await webhooks.verify(body, headers, { secret })).toMatchObject({ type: 'webhook.test' });
});

test('what is signed here is verified by the standard library', async () => {
  const headers = await webhooks.sign({ id: 'evt_a', body, now }, secret);
  expect(headers).toEqual(headersOf(secret));
});
