import { expect, test } from 'vitest';
import { aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'PATCH /api/platform/v1/webhooks/{webhook_id}';
const change = (id: string, body: object) => world.call(route, { ...aboutWebhook(customer, id), body });

test('200 changes what the body names and leaves the rest', async () => {
  const { status, body } = await change(await world.aWebhook(customer), { status: 'disabled' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'disabled',
    disabled_reason: 'requested',
    url: 'https://receiver.example/',
  });
});
