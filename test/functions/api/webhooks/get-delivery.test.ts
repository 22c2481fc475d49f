import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 with the payload', async () => {
  const webhook_id = await world.aWebhook(customer);
  const delivery_id = await world.aDelivery(customer, webhook_id);
  const route = 'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}';
  const { status, body } = await world.call(route, {
    as: customer.live,
    params: { webhook_id, delivery_id },
  });
  expect([status, body.id]).toEqual([200, delivery_id]);
});
