import { expect, test } from 'vitest';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/webhooks/{webhook_id}/redeliver';
const redeliver = (id: string, since: string, { by = customer, call = world.call } = {}) =>
  call(route, { ...aboutWebhook(by, id), body: { since } });

test('202 when the webhook is on the queue, with the time in UTC', async () => {
  const id = await world.aWebhook(customer);
  world.sent.webhook.length = 0;
  const { status, body } = await redeliver(id, '2026-11-20T11:00:00+01:00');
  expect([status, body]).toEqual([202, { since: '2026-11-20T10:00:00.000Z' }]);
  expect(world.sent.webhook).toMatchObject([{ kind: 'webhook', webhookId: id }]);
});

test('400 without a time', async () => {
  expect((await redeliver(await world.aWebhook(customer), 'yesterday')).status).toBe(400);
});

test('429 as for other redeliveries', async () => {
  const countTest = testCounter(world.table, 1, { now: world.deps.now, random: () => 0 });
  const by = await world.aCustomer();
  const id = await world.aWebhook(by);
  const call = world.callWith({ countTest });
  const send = async () => (await redeliver(id, '2026-11-20T10:00:00Z', { by, call })).status;
  expect([await send(), await send()]).toEqual([202, 429]);
});
