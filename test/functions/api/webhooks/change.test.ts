import { expect, test } from 'vitest';
import { invalidFields } from '#lib/platform/http/validation.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'PATCH /v1/webhooks/{webhook_id}';
const about = (id: string) => ({ as: customer.live, params: { webhook_id: id } });

test('200 changes what the body names and leaves the rest', async () => {
  const body = { status: 'disabled' };
  const changed = await world.call(route, { ...about(await world.aWebhook(customer)), body });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    status: 'disabled',
    disabled_reason: 'requested',
    url: 'https://receiver.example/',
  });
});

test('200 for enabling a webhook again sends the events it missed', async () => {
  const id = await world.aWebhook(customer);
  await world.call(route, { ...about(id), body: { status: 'disabled' } });
  world.sent.webhook.length = 0;
  await world.call(route, { ...about(id), body: { status: 'enabled' } });
  expect(world.sent.webhook).toMatchObject([{ kind: 'webhook', webhookId: id }]);
});

test('400 for a URL that may not be called', async () => {
  const checkUrl = async (url: string) => {
    throw invalidFields([{ path: 'url', rule: 'scheme', message: `Not ${url}.` }]);
  };
  const ask = { ...about(await world.aWebhook(customer)), body: { url: 'http://receiver.example/' } };
  const { status, body } = await world.callWith({ checkUrl })(route, ask);
  expect([status, body.error.message]).toEqual([400, 'url: Not http://receiver.example/.']);
});

test('409 for a URL of the webhook that sends to the addresses of jobs', async () => {
  const by = await world.aCustomer();
  const { body: webhook } = await world.call('POST /v1/webhooks', { as: by.live, body: {} });
  const ask = { as: by.live, params: { webhook_id: webhook.id }, body: { url: 'https://receiver.example/' } };
  const { status, body } = await world.call(route, ask);
  expect([status, body.error.type]).toEqual([409, 'invalid_state']);
});
