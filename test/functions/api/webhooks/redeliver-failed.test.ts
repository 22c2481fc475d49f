import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('202 when the webhook is on the queue', async () => {
  const webhook_id = await world.aWebhook(customer);
  world.sent.webhook.length = 0;
  const { status } = await world.call('POST /v1/webhooks/{webhook_id}/redeliver', {
    as: customer.live,
    params: { webhook_id },
    body: { since: '2026-11-20T10:00:00Z' },
  });
  expect(status).toBe(202);
  expect(world.sent.webhook).toMatchObject([{ kind: 'webhook', webhookId: webhook_id }]);
});
