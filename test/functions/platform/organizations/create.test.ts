import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/organizations';
const create = (as = customer.person, headers: Record<string, string> = {}, name = 'Engines') =>
  world.call(route, { as, body: { name }, headers });

test('201 again under the same Idempotency-Key is the same organization', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create(customer.person, key);
  const second = await create(customer.person, key);
  expect([first.status, first.body.name]).toEqual([201, 'Engines']);
  expect([second.body.id, second.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true']);
});

test('a founder who left learns nothing of the organization by repeating the create, and one with another role learns that', async () => {
  const key = { 'idempotency-key': 'a-key-of-a-founder' };
  const founder = await world.aPerson();
  const { body: made } = await create(founder.person, key);
  const about = { organization_id: made.id };
  const colleague = await world.aColleague({ ...customer, ...founder, organizationId: made.id }, 'owner');
  const asColleague = { as: colleague.person, params: { ...about, user_id: founder.user.id } };
  const member = '/api/platform/v1/organizations/{organization_id}/members/{user_id}';
  await world.call(`PATCH ${member}`, { ...asColleague, body: { role: 'viewer' } });
  const demoted = await create(founder.person, key);
  expect([demoted.status, demoted.body.role, demoted.body.rights]).toEqual([
    201,
    'viewer',
    ['belong', 'read'],
  ]);

  await world.call(`DELETE ${member}`, asColleague);
  const rename = { as: colleague.person, params: about, body: { name: 'A secret merger' } };
  await world.call('PATCH /api/platform/v1/organizations/{organization_id}', rename);
  const { status, body } = await create(founder.person, key);
  expect([status, body.error.type]).toEqual([409, 'invalid_state']);
  expect(JSON.stringify(body)).not.toContain('merger');
});

test('the same Idempotency-Key of two people makes two organizations', async () => {
  const key = { 'idempotency-key': 'a-key-of-two-people' };
  const mine = await create(customer.person, key);
  const theirs = await create((await world.aPerson()).person, key);
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test('409 when a user has the maximum number of organizations', async () => {
  const limits = { ...world.deps.limits, organizationsPerPerson: 1 };
  const ask = { as: customer.person, body: { name: 'One more' } };
  const { status, body } = await world.callWith({ limits })(route, ask);
  expect([status, body.error.details]).toEqual([409, { limit: 'organizations_per_person_max', max: 1 }]);
});

test('422 for a used Idempotency-Key with another body', async () => {
  const key = { 'idempotency-key': 'a-key-used-for-two-bodies' };
  await create(customer.person, key);
  expect((await create(customer.person, key, 'Looms')).status).toBe(422);
});

test.each(['', ' ', '\u3000\t\n'])('400 for the name %j, which nobody could see', async (name) => {
  const { status, body } = await create(customer.person, {}, name);
  expect([status, body.error.details.fields[0].path]).toEqual([400, 'name']);
});
