import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 is the webhook, without its secret', async () => {
  const id = await world.aWebhook(customer);
  const ask = { as: customer.live, params: { webhook_id: id } };
  const { status, body } = await world.call('GET /v1/webhooks/{webhook_id}', ask);
  expect([status, body.id, body.status]).toEqual([200, id, 'enabled']);
  expect(body).not.toHaveProperty('secret');
});

test('404 for a malformed id', async () => {
  const ask = { as: customer.live, params: { webhook_id: 'x' } };
  expect((await world.call('GET /v1/webhooks/{webhook_id}', ask)).status).toBe(404);
});
