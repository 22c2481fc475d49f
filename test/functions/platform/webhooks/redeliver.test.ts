import { expect, test } from 'vitest';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { aboutWebhook } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const webhook = '/api/platform/v1/webhooks/{webhook_id}';
const redeliver = (id: string, delivery: string, { by = customer, call = world.call } = {}) =>
  call(`POST ${webhook}/deliveries/{delivery_id}/redeliver`, {
    ...aboutWebhook(by, id),
    params: { webhook_id: id, delivery_id: delivery },
  });

const aDelivery = async (by: Customer) => {
  const id = await world.aWebhook(by);
  return { by, id, delivery: await world.aDelivery(by, id) };
};

test('202 when the delivery is on the queue', async () => {
  const { id, delivery } = await aDelivery(customer);
  world.sent.webhook.length = 0;
  expect((await redeliver(id, delivery)).status).toBe(202);
  expect(world.sent.webhook).toMatchObject([{ kind: 'delivery', webhookId: id, deliveryId: delivery }]);
});

test('404 for a delivery of another webhook', async () => {
  const { delivery } = await aDelivery(customer);
  expect((await redeliver(await world.aWebhook(customer), delivery)).status).toBe(404);
});

test('409 for a disabled webhook', async () => {
  const { id, delivery } = await aDelivery(customer);
  await world.call(`PATCH ${webhook}`, { ...aboutWebhook(customer, id), body: { status: 'disabled' } });
  expect((await redeliver(id, delivery)).body.error.type).toBe('invalid_state');
});

test('429 for more test events and redeliveries a minute than one organization may send', async () => {
  const owner = await world.aCustomer();
  const mine = await aDelivery(owner);
  const ofOther = await aDelivery(await world.aCustomer(owner));
  // Moves the clock, so that the test events of the deliveries no longer count.
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  const countTest = testCounter(world.table, 1, { now: world.deps.now, random: () => 0 });
  const call = world.callWith({ countTest });
  const statuses = [];
  for (const { by, id, delivery } of [mine, mine, ofOther, ofOther])
    statuses.push((await redeliver(id, delivery, { by, call })).status);
  expect(statuses).toEqual([202, 429, 202, 429]);
});
