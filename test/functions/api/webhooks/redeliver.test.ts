import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('202 when the delivery is on the queue again', async () => {
  const webhook_id = await world.aWebhook(customer);
  const delivery_id = await world.aDelivery(customer, webhook_id);
  world.sent.webhook.length = 0;
  const route = 'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver';
  const { status } = await world.call(route, { as: customer.live, params: { webhook_id, delivery_id } });
  expect(status).toBe(202);
  expect(world.sent.webhook).toMatchObject([{ kind: 'delivery', deliveryId: delivery_id }]);
});
