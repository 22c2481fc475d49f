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

test('404 for a person who is removed while the name server of their URL keeps the request waiting', async () => {
  const id = await world.aWebhook(customer);
  const developer = await world.aColleague(customer);
  const member = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const params = { organization_id: customer.organizationId, user_id: developer.user.id };
  const checkUrl = async () => {
    await world.call(member, { as: customer.person, params });
  };
  const ask = {
    ...aboutWebhook(customer, id),
    as: developer.person,
    body: { url: 'https://removed.example/' },
  };
  expect((await world.callWith({ checkUrl })(route, ask)).status).toBe(404);
  expect((await change(id, {})).body.url).toBe('https://receiver.example/');
});
