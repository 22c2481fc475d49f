import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

const route = 'POST /api/platform/v1/webhooks';
const create = (fields: object = {}, headers: Record<string, string> = {}, as = customer.person) => {
  const body = { project_id: customer.projectId, url: 'https://receiver.example/', ...fields };
  return world.call(route, { as, body, headers });
};

test('201 shows the secret once: a replay is the same webhook without it', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create({}, key);
  expect([first.status, first.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const second = await create({}, key);
  expect(second.body).toMatchObject({ id: first.body.id, secret: null });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('the same Idempotency-Key in test mode makes another webhook', async () => {
  const key = { 'idempotency-key': 'one-key-two-modes' };
  const live = await create({}, key);
  const inTest = await create({ mode: 'test' }, key);
  expect([inTest.status, inTest.body.id === live.body.id]).toEqual([201, false]);
});

test('201 belongs to the mode that the body names', async () => {
  const { body } = await create({ mode: 'test' });
  expect(body.mode).toBe('test');
  const query = { project_id: customer.projectId, mode: 'live' };
  const read = { as: customer.person, params: { webhook_id: body.id }, query };
  expect((await world.call('GET /api/platform/v1/webhooks/{webhook_id}', read)).status).toBe(404);
});

test('404 for a project of which the person is no member, and nothing is stored', async () => {
  const stranger = await world.aCustomer();
  expect((await create({}, {}, stranger.person)).status).toBe(404);
});

test('404 for a person who is removed while the name server of their URL keeps the request waiting', async () => {
  const developer = await world.aColleague(customer);
  const member = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const params = { organization_id: customer.organizationId, user_id: developer.user.id };
  const checkUrl = async () => {
    await world.call(member, { as: customer.person, params });
  };
  const body = { project_id: customer.projectId, url: 'https://removed.example/' };
  const ask = { as: developer.person, body, headers: { 'idempotency-key': 'removed-meanwhile' } };
  expect(await world.callWith({ checkUrl })(route, ask)).toMatchObject({
    status: 404,
    body: { error: { type: 'not_found' } },
  });
  const query = { project_id: customer.projectId };
  const listed = await world.call('GET /api/platform/v1/webhooks', { as: customer.person, query });
  expect(listed.body.data.map(({ url }: { url: string }) => url)).not.toContain('https://removed.example/');
});

test('409 for more webhooks than a project may have', async () => {
  await world.aWebhook(customer);
  const limits = { ...world.deps.limits, webhooksPerProject: 1 };
  const body = { project_id: customer.projectId, url: 'https://receiver.example/' };
  const answer = await world.callWith({ limits })(route, { as: customer.person, body });
  expect([answer.status, answer.body.error.details]).toEqual([
    409,
    { limit: 'webhooks_per_project_max', max: 1 },
  ]);
});
