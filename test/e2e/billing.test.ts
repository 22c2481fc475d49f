import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productsContext } from '#local/products.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { recordPaymentEvent } from '#lib/domain/billing/record-payment-event.ts';
import { stopTopUp } from '#lib/domain/billing/top-up.ts';
import { randomId } from '#lib/platform/ids.ts';
import { chargeMicroUsd, formatUsd } from '#lib/domain/money.ts';
import { aVisitor, type Visitor } from '../support/console.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import {
  client,
  newKeys,
  noSpeech,
  operatorTable,
  roomy,
  type Service,
  spoken,
  startService,
  wav,
} from '../support/local-service.ts';
import { pack, session, signed } from '../support/stripe-events.ts';
import { until } from '../support/until.ts';
import { aPaidKey } from '../support/paid-key.ts';
import { testFolder } from '../support/test-folder.ts';

const dataDir = testFolder();
let origin: Origin;
let service: Service;
let ada: Visitor;
beforeAll(async () => {
  origin = await startOrigin();
  service = await startService({
    dataDir,
    context: { ...productsContext({}), ...roomy, prepaid: 'true', mailFrom: 'earshot@example.com' },
    origins: [origin],
  });
  ada = await aVisitor(service);
});
afterAll(async () => {
  await service.stop();
  origin.stop();
});

/** Presses "Pay" on the payment provider's page. */
const pay = (url: string): Promise<Response> =>
  fetch(`${url}/complete`, { method: 'POST', redirect: 'manual' });

const billing = async (organizationId: string) =>
  (await ada.ask('GET', `/organizations/${organizationId}/billing`)).body;

const checkout = (organizationId: string, body: object) =>
  ada.ask('POST', `/organizations/${organizationId}/billing/checkout`, body);

const buy = async (organizationId: string, kind: string): Promise<void> => {
  const { products } = await billing(organizationId);
  const product = products.find((one: { kind: string }) => one.kind === kind);
  await pay((await checkout(organizationId, { kind, price_id: product.price_id })).body.url);
};

describe('payments on the page of the payment provider', () => {
  test('a payment is credited once, and the page redirects back to the console', async () => {
    const { organizationId } = await ada.newProject();
    const [product] = (await billing(organizationId)).products;
    const opened = await checkout(organizationId, { kind: 'credit_pack', price_id: product.price_id });
    expect(opened.status).toBe(201);
    expect((await billing(organizationId)).balance_usd).toBe('0.000000');
    const paid = await pay(opened.body.url);
    expect(paid.headers.get('location')).toBe(
      `${service.stack.baseUrl}/?checkout=completed#/organizations/${organizationId}/billing`,
    );
    await pay(opened.body.url);
    const after = await billing(organizationId);
    expect(after).toMatchObject({ balance_usd: product.credit_usd, prepaid: true });
    expect(after.entries.data).toMatchObject([{ kind: 'credit', amount_usd: product.credit_usd }]);
  });

  test('a subscription starts with the credit of its first period', async () => {
    const { organizationId } = await ada.newProject();
    await buy(organizationId, 'subscription');
    expect((await billing(organizationId)).balance_usd).toBe('55.000000');
  });
});

test('a checkout page from before its organization was deleted cannot be paid any more', async () => {
  const { organizationId, projectId } = await ada.newProject();
  const price_id = (await billing(organizationId)).products.at(-1).price_id;
  const { body: page } = await checkout(organizationId, { kind: 'subscription', price_id });
  expect((await ada.ask('DELETE', `/projects/${projectId}`)).status).toBe(204);
  expect((await ada.ask('DELETE', `/organizations/${organizationId}`)).status).toBe(204);
  expect((await pay(page.url)).headers.get('location')).not.toContain('checkout=completed');
});

/** Orders the pack for $100. */
const order = async (organizationId: string, below_usd: string) => {
  const price_id = (await billing(organizationId)).products[1].price_id;
  const body = { auto_top_up: { price_id, below_usd } };
  return ada.ask('PATCH', `/organizations/${organizationId}/billing/auto-top-up`, body);
};

test('a saved card buys credit when little is free, and only once', async () => {
  const { organizationId } = await ada.newProject();
  await buy(organizationId, 'credit_pack');
  const ordered = await order(organizationId, '25');
  expect(ordered.body.auto_top_up.card.last4).toBe('4242');
  // The stack's own sweep may come first. It may still be running when this sweep ends.
  await service.stack.invoke('TopUps', {});
  await until('the top-up', async () =>
    (await billing(organizationId)).entries.data.length > 1 ? true : undefined,
  );
  await service.stack.invoke('TopUps', {});
  const { balance_usd, entries, auto_top_up } = await billing(organizationId);
  expect(balance_usd).toBe('125.000000');
  expect(entries.data).toMatchObject([{ kind: 'credit', paid_usd: '100.000000' }, { kind: 'credit' }]);
  expect(auto_top_up.stopped).toBeNull();
});

test('a top-up that stops is mailed to the owner once, by the function and with the rights that it is deployed with', async () => {
  const { organizationId } = await ada.newProject();
  await buy(organizationId, 'credit_pack');
  await order(organizationId, '5');
  await stopTopUp(operatorTable(service.stack), organizationId, 'returned');
  const mails = () => globSync(join(dataDir, 'outbox/*')).map((path) => readFileSync(path, 'utf8'));
  await service.stack.invoke('TopUps', {});
  // If the stack's own sweep came before the stop, its next one comes in a minute.
  await until('the email', async () => (mails().length > 0 ? true : undefined), { maxMs: 120_000 });
  await service.stack.invoke('TopUps', {});
  expect(mails()).toEqual([expect.stringContaining('a payment was returned')]);
});

test('a checkout with an unknown price is refused', async () => {
  const { organizationId } = await ada.newProject();
  const answer = await checkout(organizationId, { kind: 'credit_pack', price_id: 'price_mine' });
  expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_request']);
});

/** The response status for an event of the payment provider. */
const send = async ({ payload, header }: { payload: string; header: string }): Promise<number> => {
  const { call } = client(service.stack.baseUrl, undefined);
  const headers = { 'stripe-signature': header };
  return (await call('POST', '/api/platform/v1/billing/events', { body: payload, headers })).status;
};

test('an event without a valid signature of the payment provider credits nothing', async () => {
  const { organizationId } = await ada.newProject();
  const priceId = (await billing(organizationId)).products[0].price_id;
  const event = session({ organizationId, product: { ...pack, priceId } }, { amount_subtotal: null });
  const old = new Date(Date.now() - 301_000);
  const unsigned = { ...signed(event, 'whsec_laptop'), header: '' };
  for (const forged of [signed(event, 'whsec_guessed'), signed(event, 'whsec_laptop', old), unsigned])
    expect(await send(forged)).toBe(400);
  expect(await billing(organizationId)).toMatchObject({ balance_usd: '0.000000', entries: { data: [] } });
});

test('a payment with 20 concurrent events is credited once', async () => {
  const { organizationId } = await ada.newProject();
  const priceId = (await billing(organizationId)).products[0].price_id;
  const event = session(
    { organizationId, product: { ...pack, priceId } },
    { amount_subtotal: null, payment_intent: `pi_${organizationId}` },
  );
  const deliveries = Array.from({ length: 20 }, () => send(signed(event, 'whsec_laptop')));
  expect(new Set(await Promise.all(deliveries))).toEqual(new Set([200]));
  expect((await billing(organizationId)).entries.data).toHaveLength(1);
});

const keyOf = async (projectId: string, mode: string): Promise<string> =>
  (await ada.ask('POST', `/projects/${projectId}/api-keys`, { name: mode, mode })).body.secret;

test.skipIf(noSpeech)(
  'a live job needs credit, lowers the balance by its price and is in the usage, and a test key needs no credit',
  async () => {
    const { organizationId, projectId } = await ada.newProject();
    const live = client(service.stack.baseUrl, await keyOf(projectId, 'live'));
    const audio = spoken(3, '-f', 'ogg');
    const upload_id = await live.upload(audio, 'audio/ogg');
    const queue = () => live.call('POST', '/v1/transcriptions', { body: { upload_id } });
    const refused = await queue();
    expect([refused.status, refused.body.error.type]).toEqual([402, 'insufficient_credits']);

    const trial = client(service.stack.baseUrl, await keyOf(projectId, 'test'));
    expect((await trial.transcribe(audio, 'audio/ogg')).billing.status).toBe('not_charged');

    await buy(organizationId, 'credit_pack');
    const { body: job } = await queue();
    const { audio_ms: audioMs, billing: price } = await live.ended(job.id);
    const charged = chargeMicroUsd(audioMs);
    expect(price.amount_usd).toBe(formatUsd(charged));
    expect((await billing(organizationId)).balance_usd).toBe(formatUsd(20_000_000 - charged));
    const { body: usage } = await ada.ask('GET', `/projects/${projectId}/usage`);
    expect(usage).toMatchObject({ totals: { jobs: 1, audio_ms: audioMs, amount_usd: formatUsd(charged) } });
    expect(usage.days).toHaveLength(30);
  },
);

test('of 40 concurrent jobs with a balance of one cent only one is accepted, and deleting it releases its hold', async () => {
  const { organizationId } = await ada.newProject();
  const deps = { table: operatorTable(service.stack), now: () => new Date() };
  const payments = dynamoPaymentRepository(deps.table);
  const credit = { organizationId, priceId: 'price_a', paidCents: 1, microUsd: 10_000 };
  await recordPaymentEvent({ payments, now: deps.now }, randomId('pi'), { kind: 'credit', credit });
  const projects = Array.from({ length: 5 }, () => randomId('prj'));
  const keys = await Promise.all(
    [...projects, ...projects].map((projectId) =>
      aPaidKey(deps, { projectId, organizationId, mode: 'live' }),
    ),
  );
  const customers = keys.map((key) => client(service.stack.baseUrl, key));
  // The server does not answer, so the accepted job stays unfinished.
  const body = { audio_url: origin.on('/never', () => {}) };
  const creates = customers.flatMap((customer) =>
    Array.from({ length: 4 }, async () => ({
      customer,
      ...(await customer.call('POST', '/v1/transcriptions', { body })),
    })),
  );
  const answers = await Promise.all(creates);
  const [taken, ...others] = answers.filter(({ status }) => status === 202);
  expect([taken?.status, others.length]).toEqual([202, 0]);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(39);
  expect(await billing(organizationId)).toMatchObject({ balance_usd: '0.010000', held_usd: '1.500042' });
  await taken?.customer.call('DELETE', `/v1/transcriptions/${taken.body.id}`);
  expect(await billing(organizationId)).toMatchObject({ balance_usd: '0.010000', held_usd: '0.000000' });
});

test('a project that used up its daily audio in test mode gets 429 with Retry-After', async () => {
  const { projectId } = await ada.newProject();
  const trial = client(service.stack.baseUrl, await keyOf(projectId, 'test'));
  const body = { audio_url: origin.url('/none') };
  const { body: job } = await trial.call('POST', '/v1/transcriptions', { body });
  expect(job.status).toBe('queued');
  await operatorTable(service.stack).update({
    key: { pk: `${projectId}.test/quota`, sk: new Date().toISOString().slice(0, 10) },
    set: 'ADD usedMs :hour',
    values: { ':hour': 3_600_000 },
  });
  const refused = await trial.call('POST', '/v1/transcriptions', { body });
  expect([refused.status, refused.body.error.type]).toEqual([429, 'test_quota_exceeded']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  const { body: usage } = await ada.ask('GET', `/projects/${projectId}/usage?mode=test`);
  expect(usage.test_quota).toEqual({ used_ms: 3_600_000, limit_ms: 3_600_000 });
});

test.skipIf(noSpeech)('prepayment does not limit a project without an organization', async () => {
  const [key = ''] = await newKeys(service.stack, 1);
  const { upload, call } = client(service.stack.baseUrl, key);
  const upload_id = await upload(new Blob([wav(new Int16Array(16_000))]), 'audio/wav');
  expect((await call('POST', '/v1/transcriptions', { body: { upload_id } })).status).toBe(202);
});
