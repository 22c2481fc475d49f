import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 has the deliveries of a webhook, each with what it is about', async () => {
  const id = await world.aWebhook(customer);
  const delivery = await world.aDelivery(customer, id);
  const { status, body } = await world.call('GET /v1/webhooks/{webhook_id}/deliveries', {
    as: customer.live,
    params: { webhook_id: id },
  });
  expect([status, body.data]).toMatchObject([
    200,
    [{ id: delivery, webhook_id: id, event_type: 'webhook.test', transcription_id: null, status: 'pending' }],
  ]);
});
