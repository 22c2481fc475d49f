import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const create = (fields: object = {}, headers: Record<string, string> = {}, as = customer.person) => {
  const body = { project_id: customer.projectId, url: 'https://receiver.example/', ...fields };
  return world.call('POST /api/platform/v1/webhooks', { as, body, headers });
};

test('201 shows the secret once: a replay is the same webhook without it', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create({}, key);
  expect([first.status, first.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const second = await create({}, key);
  expect(second.body).toMatchObject({ id: first.body.id, secret: null });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
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

test('409 for more webhooks than a project may have', async () => {
  const owner = await world.aCustomer();
  const fields = { project_id: owner.projectId };
  for (let count = 0; count < 20; count += 1) await create(fields, {}, owner.person);
  const { status, body } = await create(fields, {}, owner.person);
  expect([status, body.error.details]).toEqual([409, { limit: 'webhooks_per_project_max', max: 20 }]);
});
