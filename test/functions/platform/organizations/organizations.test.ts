import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const organizations = '/api/platform/v1/organizations';
const projects = `${organizations}/{organization_id}/projects` as const;
const key = { 'idempotency-key': 'a-key-of-its-own' };

test('POST is 201 with an organization that the person alone sees in their list', async () => {
  const ask = { as: customer.person, body: { name: 'Engines' }, headers: key };
  const first = await world.call(`POST ${organizations}`, ask);
  const second = await world.call(`POST ${organizations}`, ask);
  expect([first.status, second.body.id, second.headers.get('idempotent-replayed')]).toEqual([
    201,
    first.body.id,
    'true',
  ]);
  const list = async (as: { cookie: string }) =>
    (await world.call(`GET ${organizations}`, { as })).body.data.map(({ id }: { id: string }) => id);
  expect(await list(customer.person)).toContain(first.body.id);
  expect(await list((await world.aCustomer()).person)).not.toContain(first.body.id);
});

test('the same Idempotency-Key of two people makes two organizations', async () => {
  const ask = { body: { name: 'Engines' }, headers: { 'idempotency-key': 'a-key-of-two-people' } };
  const mine = await world.call(`POST ${organizations}`, { ...ask, as: customer.person });
  const theirs = await world.call(`POST ${organizations}`, { ...ask, as: (await world.aPerson()).person });
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test('409 when a user has the maximum number of organizations', async () => {
  const { person } = await world.aPerson();
  const create = () => world.call(`POST ${organizations}`, { as: person, body: { name: 'One more' } });
  for (let count = 0; count < 5; count += 1) expect((await create()).status).toBe(201);
  expect((await create()).body.error.details).toEqual({ limit: 'organizations_per_person_max', max: 5 });
});

test('POST of a project is 201, and it is in the list of its organization', async () => {
  const params = { organization_id: customer.organizationId };
  const ask = { as: customer.person, params, body: { name: 'Call centre' }, headers: key };
  const first = await world.call(`POST ${projects}`, ask);
  const second = await world.call(`POST ${projects}`, ask);
  expect([first.status, second.body.id, second.headers.get('idempotent-replayed')]).toEqual([
    201,
    first.body.id,
    'true',
  ]);
  const { body } = await world.call(`GET ${projects}`, { as: customer.person, params });
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([first.body.id, customer.projectId]));
});

test('409 when an organization has the maximum number of projects', async () => {
  const owner = await world.aCustomer();
  const params = { organization_id: owner.organizationId };
  const create = () =>
    world.call(`POST ${projects}`, { as: owner.person, params, body: { name: 'One more' } });
  for (let count = 1; count < 20; count += 1) expect((await create()).status).toBe(201);
  expect((await create()).body.error.details).toEqual({ limit: 'projects_per_organization_max', max: 20 });
});
