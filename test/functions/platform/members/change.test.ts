import { expect, test } from 'vitest';
import type { Key } from '#lib/platform/aws/table.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world, customer } = await startWorld();
const route = 'PATCH /api/platform/v1/organizations/{organization_id}/members/{user_id}';
const change = (by: typeof customer, userId: string, role: string, call = world.call) => {
  const { as, params } = aboutOrganization(by);
  return call(route, { as, params: { ...params, user_id: userId }, body: { role } });
};

test('200 gives a member another role at once; repeating it has no effect', async () => {
  const colleague = await world.aColleague(customer, 'viewer');
  const { status, body } = await change(customer, colleague.user.id, 'owner');
  expect([status, body.role]).toEqual([200, 'owner']);
  expect((await change(customer, colleague.user.id, 'owner')).body).toEqual(body);
  expect((await change(colleague, colleague.user.id, 'billing')).body.role).toBe('billing');
  expect((await change(colleague, customer.user.id, 'viewer')).status).toBe(403);
});

test('409 for the last owner, however many step down at once', async () => {
  const founder = await world.aCustomer();
  const second = await world.aColleague(founder, 'owner');
  const answers = await Promise.all([
    change(founder, founder.user.id, 'viewer'),
    change(second, second.user.id, 'viewer'),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('409 for a change of a role that another owner changes at the same moment', async () => {
  const other = await world.aColleague(customer, 'owner');
  const { user } = await world.aColleague(customer, 'developer');
  const table = tableBefore(world.table, () => change(other, user.id, 'owner'));
  const { status, body } = await change(customer, user.id, 'billing', world.callWith({ table }));
  expect([status, body.error.type]).toEqual([409, 'invalid_state']);
});

test('409 for a member who is removed at the same moment: only owners who are members count as owners', async () => {
  const founder = await world.aCustomer();
  const { user } = await world.aColleague(founder, 'viewer');
  const { as, params } = aboutOrganization(founder);
  const remove = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const leave = (userId: string) => world.call(remove, { as, params: { ...params, user_id: userId } });
  const table = tableBefore(world.table, () => leave(user.id));
  expect((await change(founder, user.id, 'owner', world.callWith({ table }))).status).toBe(409);
  const last = await leave(founder.user.id);
  expect([last.status, last.body.error.message]).toEqual([
    409,
    'An organization has at least one owner. Make another member an owner first.',
  ]);
});

test('409 does not speak of the last owner when another request took that role at the same moment', async () => {
  const founder = await world.aCustomer();
  const { user } = await world.aColleague(founder, 'owner');
  const table = tableBefore(world.table, () => change(founder, user.id, 'viewer'));
  const { status, body } = await change(founder, user.id, 'billing', world.callWith({ table }));
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('Somebody else changed')]);
});

test('404 for somebody who is not a member', async () => {
  const { user } = await world.aPerson();
  expect((await change(customer, user.id, 'viewer')).status).toBe(404);
});

test('404 for an owner who is removed at the same moment: nobody becomes an owner by them', async () => {
  const owner = await world.aColleague(customer, 'owner');
  const friend = await world.aColleague(customer, 'viewer');
  const { as, params } = aboutOrganization(customer);
  const remove = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const table = tableBefore(world.table, () =>
    world.call(remove, { as, params: { ...params, user_id: owner.user.id } }),
  );
  expect((await change(owner, friend.user.id, 'owner', world.callWith({ table }))).status).toBe(404);
  expect((await change(friend, friend.user.id, 'owner')).status).toBe(403);
});

test('404 for an owner who has another role by the time of their request about themselves', async () => {
  const owner = await world.aColleague(customer, 'owner');
  let reads = 0;
  const table = {
    ...world.table,
    get: async (key: Key) => {
      if (key.sk === `member/${owner.user.id}` && (reads += 1) === 2)
        await change(customer, owner.user.id, 'viewer');
      return world.table.get(key);
    },
  };
  expect((await change(owner, owner.user.id, 'billing', world.callWith({ table }))).status).toBe(404);
});
