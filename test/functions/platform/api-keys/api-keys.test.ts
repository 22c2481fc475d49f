import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
});
// A project may have few keys.
beforeEach(async () => {
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const route = '/api/platform/v1/projects/{project_id}/api-keys';
const about = (fields: object = {}) => ({
  as: customer.person,
  params: { project_id: customer.projectId, ...fields },
});
const create = (body: object, headers: Record<string, string> = {}) =>
  world.call(`POST ${route}`, { ...about(), body, headers });

describe('POST', () => {
  test.each(['live', 'test'] as const)('201 is a %s key that opens the API in its mode', async (mode) => {
    const { status, body } = await create({ name: 'server', mode });
    expect([status, body.mode]).toEqual([201, mode]);
    const id = await world.aJob(customer, mode);
    const list = await world.call('GET /v1/transcriptions', { as: { key: body.secret } });
    expect(list.body.data.map((job: { id: string }) => job.id)).toContain(id);
  });

  test('201 again under the same Idempotency-Key is the same key without its secret', async () => {
    const key = { 'idempotency-key': 'a-key-of-its-own' };
    const first = await create({ name: 'server', mode: 'live' }, key);
    const second = await create({ name: 'server', mode: 'live' }, key);
    expect(second.body).toMatchObject({ id: first.body.id, secret: null });
  });
});

test('the list names keys and never their secrets', async () => {
  const { body: made } = await create({ name: 'listed', mode: 'live' });
  const { body } = await world.call(`GET ${route}`, about());
  expect(body.data).toContainEqual(expect.objectContaining({ id: made.id, name: 'listed' }));
  expect(JSON.stringify(body)).not.toContain(made.secret);
});

test('DELETE is 204, after which the key opens nothing', async () => {
  const { body } = await create({ name: 'leaked', mode: 'live' });
  const as = { key: body.secret };
  expect((await world.call('GET /v1/transcriptions', { as })).status).toBe(200);
  expect((await world.call(`DELETE ${route}/{key_id}`, about({ key_id: body.id }))).status).toBe(204);
  expect((await world.call('GET /v1/transcriptions', { as })).status).toBe(401);
});
