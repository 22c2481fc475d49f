import { beforeEach, expect, test } from 'vitest';
import { secondMs } from '#lib/platform/durations.ts';
import { deliveryKey } from '#lib/domain/webhooks/delivery.ts';
import { restartDelivery } from '#lib/domain/webhooks/delivery-repository.ts';
import { aDeliveryOf } from '../../../support/a-delivery.ts';
import { repeatingUpdates } from '../../../support/lost-responses.ts';
import { answers, aWebhookWorld, type WebhookWorld } from '../../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

test('a delivery is sent at once and settled although each response of the table is lost once', async () => {
  const { message, webhookId } = await aDeliveryOf(world);
  world.deps.table = repeatingUpdates(world.deps.table);
  await world.deliver(message);
  expect(world.received).toHaveLength(1);
  expect(await world.deliveries(webhookId)).toMatchObject([{ status: 'delivered' }]);
});

test('a delivery is sent at once by a worker whose clock is a second behind', async () => {
  const { message } = await aDeliveryOf(world);
  world.clock.now = new Date(world.clock.now.getTime() - secondMs);
  await world.deliver(message);
  expect(world.received).toHaveLength(1);
});

test('a delivery that has expired since it was read is not made anew by its restart', async () => {
  const { clock, table } = world;
  const ref = { tenant: 'prj_a.live', webhookId: 'whk_a', id: 'dlv_a' } as const;
  expect(await restartDelivery(table, ref, { now: clock.now, dueAt: clock.now })).toBe(false);
  expect(await table.get(deliveryKey(ref))).toBeUndefined();
});

test('a try within a minute is one message, to which the sweeper adds none', async () => {
  const { message } = await aDeliveryOf(world);
  world.script.answer = async () => answers(500);
  await world.deliver(message);
  expect(world.mail).toHaveLength(1);
  await world.sweep();
  expect(world.mail).toHaveLength(1);
});
