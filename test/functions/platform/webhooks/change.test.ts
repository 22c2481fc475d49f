import { expect, test } from 'vitest';
import { invalidFields } from '#lib/platform/http/validation.ts';
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

test('200 for enabling a webhook again sends the events it missed', async () => {
  const id = await world.aWebhook(customer);
  await change(id, { status: 'disabled' });
  world.sent.webhook.length = 0;
  await change(id, { status: 'enabled' });
  expect(world.sent.webhook).toMatchObject([{ kind: 'webhook', webhookId: id }]);
});

test('400 for a URL that may not be called', async () => {
  const checkUrl = async (url: string) => {
    throw invalidFields([{ path: 'url', rule: 'scheme', message: `Not ${url}.` }]);
  };
  const about = aboutWebhook(customer, await world.aWebhook(customer));
  const ask = { ...about, body: { url: 'http://receiver.example/' } };
  const { status, body } = await world.callWith({ checkUrl })(route, ask);
  expect([status, body.error.message]).toEqual([400, 'url: Not http://receiver.example/.']);
});
