import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'GET /api/platform/v1/organizations/{organization_id}/members';

test('200 lists all members for each of them, and invitations for owners only', async () => {
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  const colleague = await world.aColleague(customer, 'viewer');
  const { id } = await world.anInvitation(customer, 'billing');
  const [owner, viewer] = await Promise.all(
    [customer, colleague].map((member) => world.call(route, aboutOrganization(member))),
  );
  const ids = [customer.user.id, colleague.user.id];
  expect(owner?.body.members.map((member: any) => member.user_id)).toEqual(ids);
  expect(owner?.body.members.map((member: any) => member.role)).toEqual(['owner', 'viewer']);
  expect(owner?.body.invitations).toMatchObject([{ id, email: 'ada@example.com', role: 'billing' }]);
  expect(viewer?.body).toEqual({ members: owner?.body.members, invitations: [] });
});

test('200 leaves out who was removed, and lists the newest invitation first', async () => {
  const owner = await world.aCustomer();
  const { as, params } = aboutOrganization(owner);
  const { user } = await world.aColleague(owner, 'viewer');
  await world.call('DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}', {
    as,
    params: { ...params, user_id: user.id },
  });
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    ids.unshift((await world.anInvitation(owner, 'viewer')).id);
  }
  const { body } = await world.call(route, { as, params });
  expect(body.members.map((member: any) => member.user_id)).toEqual([owner.user.id]);
  expect(body.invitations.map((invitation: any) => invitation.id)).toEqual(ids);
});

test('the list takes no more reads for invitations that were taken back, which are kept for a week', async () => {
  const owner = await world.aCustomer();
  const { id } = await world.anInvitation(owner, 'viewer');
  const revoke = 'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}';
  for (let revoked = 0; revoked < 30; revoked += 1) {
    const invitation_id = (await world.anInvitation(owner, 'viewer')).id;
    const params = { organization_id: owner.organizationId, invitation_id };
    expect((await world.call(revoke, { as: owner.person, params })).status).toBe(204);
  }
  const read: unknown[] = [];
  const query: typeof world.table.query = async (asked) => {
    const page = await world.table.query(asked);
    read.push(...page.items);
    return page;
  };
  const call = world.callWith({ table: { ...world.table, query } });
  expect((await call(route, aboutOrganization(owner))).body.invitations).toMatchObject([{ id }]);
  expect(read).toHaveLength(1);
});
