import { expect, test } from 'vitest';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 is the webhook, without its secret', async () => {
  const id = await world.aWebhook(customer);
  const route = 'GET /api/platform/v1/webhooks/{webhook_id}';
  const { status, body } = await world.call(route, aboutWebhook(customer, id));
  expect([status, body.id, body.status]).toEqual([200, id, 'enabled']);
  expect(body).not.toHaveProperty('secret');
});
