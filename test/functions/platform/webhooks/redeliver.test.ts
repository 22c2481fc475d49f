import { expect, test } from 'vitest';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const webhook = '/api/platform/v1/webhooks/{webhook_id}';
const redeliver = (id: string, delivery: string, call = world.call) =>
  call(`POST ${webhook}/deliveries/{delivery_id}/redeliver`, {
    ...aboutWebhook(customer, id),
    params: { webhook_id: id, delivery_id: delivery },
  });

test('202 when the delivery is on the queue', async () => {
  const id = await world.aWebhook(customer);
  const delivery = await world.aDelivery(customer, id);
  world.sent.webhook.length = 0;
  expect((await redeliver(id, delivery)).status).toBe(202);
  expect(world.sent.webhook).toMatchObject([{ kind: 'delivery', webhookId: id, deliveryId: delivery }]);
});

test('404 for a delivery of another webhook', async () => {
  const delivery = await world.aDelivery(customer, await world.aWebhook(customer));
  expect((await redeliver(await world.aWebhook(customer), delivery)).status).toBe(404);
});

test('409 for a disabled webhook', async () => {
  const id = await world.aWebhook(customer);
  const delivery = await world.aDelivery(customer, id);
  await world.call(`PATCH ${webhook}`, { ...aboutWebhook(customer, id), body: { status: 'disabled' } });
  expect((await redeliver(id, delivery)).body.error.type).toBe('invalid_state');
});

test('429 for more test events and redeliveries a minute than an organization may send', async () => {
  const id = await world.aWebhook(customer);
  const delivery = await world.aDelivery(customer, id);
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  const countTest = testCounter(world.table, 1, { now: world.deps.now, random: () => 0 });
  const again = async () => (await redeliver(id, delivery, world.callWith({ countTest }))).status;
  expect([await again(), await again()]).toEqual([202, 429]);
});
