import { expect, test } from 'vitest';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = (id: string, delivery: string) =>
  world.call('GET /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', {
    ...aboutWebhook(customer, id),
    params: { webhook_id: id, delivery_id: delivery },
  });

test('200 with the payload', async () => {
  const id = await world.aWebhook(customer);
  const delivery = await world.aDelivery(customer, id);
  const { status, body } = await get(id, delivery);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: delivery,
    attempts: [],
    payload: expect.stringContaining('webhook.test'),
  });
});

test('404 for a delivery of another webhook', async () => {
  const delivery = await world.aDelivery(customer, await world.aWebhook(customer));
  expect((await get(await world.aWebhook(customer), delivery)).status).toBe(404);
});
