import { expect, test } from 'vitest';
import { customerKey } from '#lib/domain/billing/keys.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { findTopUp } from '#lib/domain/billing/top-up.ts';
import { invitationKey } from '#lib/domain/organizations/members/invitation.ts';
import { readMembers } from '#lib/domain/organizations/members/list.ts';
import type { Write } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { memberCount } from '#lib/platform/limits/id-set.ts';
import { organizationsOf } from '#lib/platform/limits/id-sets.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { aMember } from '../../../support/a-member.ts';
import { aFunctionWorld, type Customer } from '../../../support/function-world.ts';

const world = await aFunctionWorld();

const route = 'DELETE /api/platform/v1/organizations/{organization_id}';
const members = 'GET /api/platform/v1/organizations/{organization_id}/members';
const about = ({ person, organizationId }: Customer) => ({
  as: person,
  params: { organization_id: organizationId },
});

const withoutProjects = async (): Promise<Customer> => {
  const customer = await world.aCustomer();
  await world.call('DELETE /api/platform/v1/projects/{project_id}', {
    as: customer.person,
    params: { project_id: customer.projectId },
  });
  return customer;
};

test('a deleted organization is gone for all its members, who may found others', async () => {
  const owner = await withoutProjects();
  const colleague = await world.aColleague(owner);
  expect((await world.call(route, about(owner))).status).toBe(204);
  for (const { person } of [owner, colleague]) {
    const listed = await world.call('GET /api/platform/v1/organizations', { as: person });
    expect(listed.body.data).toEqual([]);
    expect((await world.call(members, { ...about(owner), as: person })).status).toBe(404);
  }
  expect((await world.call(route, about(owner))).status).toBe(404);
});

test('an organization with a project is not deleted', async () => {
  const owner = await world.aCustomer();
  const refused = await world.call(route, about(owner));
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'The organization still has projects. Delete them first.',
  ]);
  const projects = 'GET /api/platform/v1/organizations/{organization_id}/projects';
  expect((await world.call(projects, about(owner))).body.data).toHaveLength(1);
});

test.each([
  { others: 89, invited: 0, status: 204 },
  { others: 88, invited: 1, status: 204 },
  { others: 90, invited: 0, status: 409 },
  { others: 89, invited: 1, status: 409 },
])(
  'an organization of its owner, $others others and $invited invited, at most 90 together, is deleted: $status',
  async ({ others, invited, status }) => {
    const owner = await withoutProjects();
    const { organizationId } = owner;
    const ids = Array.from({ length: others }, () => randomId('usr'));
    await Promise.all(ids.map((userId) => aMember(world.table, { organizationId, userId })));
    if (invited > 0) await world.anInvitation(owner);
    expect((await world.call(route, about(owner))).status).toBe(status);
    expect(await readMembers(world.table, organizationId)).toHaveLength(status === 204 ? 0 : 1 + others);
  },
);

test('an organization whose subscription would be renewed is not deleted', async () => {
  const owner = await withoutProjects();
  await world.table.putNew({ ...customerKey(owner.organizationId), customerId: 'cus_1' });
  const subscription = { id: 'sub_1', priceId: 'price_1', status: 'active', periodEndsAt: null };
  const withSubscription = (isCanceled: boolean) =>
    world.callWith({ subscriptionsOf: async () => [{ ...subscription, isCanceled }] })(route, about(owner));
  expect((await withSubscription(false)).status).toBe(409);
  expect((await withSubscription(true)).status).toBe(204);
});

test('an organization that owes for jobs is not deleted before it has paid, where credit is sold', async () => {
  const owner = await withoutProjects();
  const { organizationId, projectId } = owner;
  const job = {
    tenant: tenantOf(projectId, 'live'),
    organizationId,
    keyId: 'k',
    id: 'ofq_1',
    name: null,
    createdAt: world.clock.now.toISOString(),
    detectedLanguage: 'en',
    audioMs: 1,
    heldMicroUsd: null,
  };
  await world.table.transact(charge(job, 10_500_001, world.clock.now));
  expect(await world.call(route, about(owner))).toMatchObject({
    status: 409,
    body: { error: { type: 'invalid_state', message: expect.stringContaining('0.500001') } },
  });
  const nothingSold = { subscriptionsOf: undefined, expireCheckoutsOf: undefined };
  expect((await world.callWith(nothingSold)(route, about(owner))).status).toBe(204);
});

test('checkout pages that are open are closed before the organization is deleted', async () => {
  const owner = await withoutProjects();
  await world.table.putNew({ ...customerKey(owner.organizationId), customerId: 'cus_1' });
  const closed: string[] = [];
  const deleting = world.callWith({
    expireCheckoutsOf: async (customerId) => {
      expect((await world.call(members, about(owner))).status).toBe(200);
      closed.push(customerId);
    },
  });
  expect((await deleting(route, about(owner))).status).toBe(204);
  expect(closed).toEqual(['cus_1']);
});

test('an organization whose subscription is paid while its checkout pages are closed is not deleted', async () => {
  const owner = await withoutProjects();
  await world.table.putNew({ ...customerKey(owner.organizationId), customerId: 'cus_1' });
  const subscription = { id: 'sub_1', priceId: 'price_1', status: 'active', periodEndsAt: null };
  let isPaid = false;
  const deleting = world.callWith({
    expireCheckoutsOf: async () => {
      isPaid = true;
    },
    subscriptionsOf: async () => (isPaid ? [{ ...subscription, isCanceled: false }] : []),
  });
  expect((await deleting(route, about(owner))).status).toBe(409);
});

test('a deleted organization has no order for automatic top-up, also if it never had one', async () => {
  const owner = await withoutProjects();
  expect((await world.call(route, about(owner))).status).toBe(204);
  expect(await findTopUp(world.table, owner.organizationId)).toBeUndefined();
});

test('a founder who left may found another when somebody else has deleted the organization', async () => {
  const founder = await withoutProjects();
  const other = await world.aColleague(founder, 'owner');
  const leave = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const params = { organization_id: founder.organizationId, user_id: founder.user.id };
  expect((await world.call(leave, { as: founder.person, params })).status).toBe(204);
  expect((await world.call(route, about(other))).status).toBe(204);
  expect(await memberCount(world.table, organizationsOf(founder.user.id))).toBe(0);
});

/** Deletes the organization while this happens between the reads and the transaction. */
const deleteWhile = (owner: Customer, act: () => Promise<unknown>) => {
  const transact = async (writes: readonly Write[]) => {
    await act();
    return world.table.transact(writes);
  };
  return world.callWith({ table: { ...world.table, transact } })(route, about(owner));
};

test('a member who joins while the organization is deleted does not stay one', async () => {
  const owner = await withoutProjects();
  const { organizationId } = owner;
  let joined: Customer | undefined;
  const deleted = await deleteWhile(owner, async () => {
    joined ??= await world.aColleague(owner);
  });
  expect([deleted.status, await readMembers(world.table, organizationId)]).toEqual([204, []]);
});

test.each(['removed', 'made a developer'])(
  'an owner who is %s at the same moment does not delete the organization',
  async (end) => {
    const other = await withoutProjects();
    const owner = await world.aColleague(other, 'owner');
    const { as, params } = { ...about(other), params: { ...about(other).params, user_id: owner.user.id } };
    const member = '/api/platform/v1/organizations/{organization_id}/members/{user_id}' as const;
    const deleted = await deleteWhile(owner, () =>
      end === 'removed'
        ? world.call(`DELETE ${member}`, { as, params })
        : world.call(`PATCH ${member}`, { as, params, body: { role: 'developer' } }),
    );
    expect(deleted).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
    expect((await world.call(members, about(other))).status).toBe(200);
  },
);

test('the addresses of people who are invited to a deleted organization are deleted, also of those who were invited meanwhile', async () => {
  const owner = await withoutProjects();
  const { organizationId } = owner;
  const invited = [await world.anInvitation(owner)];
  await deleteWhile(owner, async () => {
    if (invited.length === 1) invited.push(await world.anInvitation(owner));
  });
  for (const { id } of invited) {
    const item = await world.table.get(invitationKey({ organizationId, id }));
    expect(item).toMatchObject({ revokedAt: expect.any(String), ttl: expect.any(Number) });
  }
});

test('of two owners who delete the organization at once, one is told that it is gone', async () => {
  const owner = await withoutProjects();
  const other = await world.aColleague(owner, 'owner');
  const second = await deleteWhile(owner, () => world.call(route, about(other)));
  expect(second).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
});

test('nobody joins a deleted organization by an invitation from before', async () => {
  const owner = await withoutProjects();
  const { id, secret } = await world.anInvitation(owner);
  await world.call(route, about(owner));
  const invitation = '/api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}' as const;
  const asked = {
    as: (await world.aPerson()).person,
    params: { organization_id: owner.organizationId, invitation_id: id },
  };
  expect((await world.call(`GET ${invitation}`, asked)).status).toBe(404);
  const joined = await world.call(`POST ${invitation}/accept`, { ...asked, body: { secret } });
  expect(joined.status).toBe(404);
});
