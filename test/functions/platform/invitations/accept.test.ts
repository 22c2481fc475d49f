import { describe, expect, onTestFinished, test } from 'vitest';
import { organizationKey } from '#lib/domain/organizations/organization.ts';
import type { Role } from '#lib/domain/organizations/roles.ts';
import { assigning } from '#lib/platform/aws/table.ts';
import { dayMs } from '#lib/platform/durations.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept';
type Invited = Awaited<ReturnType<typeof world.anInvitation>>;
const accept = async (
  { id, secret }: Invited,
  { person }: Pick<typeof customer, 'person'>,
  organizationId = customer.organizationId,
  call = world.call,
) =>
  call(route, {
    as: person,
    body: { secret },
    params: { organization_id: organizationId, invitation_id: id },
  });

test('200 makes the person a member with the role of the invitation, also when it is repeated', async () => {
  const invitation = await world.anInvitation(customer, 'viewer');
  const person = await world.aPerson();
  const first = await accept(invitation, person);
  expect([first.status, first.body]).toMatchObject([200, { id: customer.organizationId, role: 'viewer' }]);
  expect((await accept(invitation, person)).body).toEqual(first.body);
});

test('the case of the address does not matter, as the inviter may have typed it in another one', async () => {
  const { as, params } = aboutOrganization(customer);
  const create = 'POST /api/platform/v1/organizations/{organization_id}/invitations';
  const body = { email: 'Ada@Example.com', role: 'viewer' };
  const { body: made } = await world.call(create, { as, params, body });
  const invitation = { id: made.id, secret: made.url.split('/').at(-1) };
  expect((await accept(invitation, await world.aPerson('ada@EXAMPLE.com'))).status).toBe(200);
});

test('a double click on the link gives both the same answer', async () => {
  const invitation = await world.anInvitation(customer, 'viewer');
  const person = await world.aPerson();
  const table = tableBefore(world.table, () => accept(invitation, person));
  const second = await accept(invitation, person, customer.organizationId, world.callWith({ table }));
  expect([second.status, second.body]).toMatchObject([200, { id: customer.organizationId, role: 'viewer' }]);
});

test('of many who use one link at once, one becomes a member', async () => {
  const invitation = await world.anInvitation(customer);
  const people = await Promise.all(Array.from({ length: 5 }, () => world.aPerson()));
  const answers = await Promise.all(people.map((person) => accept(invitation, person)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(4);
});

test('of two invitations that a person accepts at once, only one gives them its role', async () => {
  const founder = await world.aCustomer();
  const { organizationId } = founder;
  const asViewer = await world.anInvitation(founder, 'viewer');
  const asOwner = await world.anInvitation(founder, 'owner');
  const person = await world.aPerson();
  const table = tableBefore(world.table, () => accept(asViewer, person, organizationId));
  const second = await accept(asOwner, person, organizationId, world.callWith({ table }));
  expect([second.status, second.body.error.message]).toEqual([
    409,
    'You are a member of Analytical Engines already, as viewer.',
  ]);
  const list = await world.call('GET /api/platform/v1/organizations', { as: person.person });
  expect(list.body.data).toMatchObject([{ id: organizationId, role: 'viewer' }]);
});

test('404 for a member who was removed and opens their old link again', async () => {
  const invitation = await world.anInvitation(customer);
  const colleague = await world.aPerson();
  expect((await accept(invitation, colleague)).status).toBe(200);
  const { as, params } = aboutOrganization(customer);
  await world.call('DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}', {
    as,
    params: { ...params, user_id: colleague.user.id },
  });
  expect((await accept(invitation, colleague)).status).toBe(404);
});

test('404 for an invitation that is taken back at the same moment', async () => {
  const invitation = await world.anInvitation(customer);
  const { as, params } = aboutOrganization(customer);
  const revoke = 'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}';
  const table = tableBefore(world.table, () =>
    world.call(revoke, { as, params: { ...params, invitation_id: invitation.id } }),
  );
  const person = await world.aPerson();
  const late = await accept(invitation, person, customer.organizationId, world.callWith({ table }));
  expect(late.status).toBe(404);
});

test.each<Role>(['developer', 'owner'])(
  '404 for a %s when the organization is deleted at the same moment, also before the membership of a late inviter ends',
  async (role) => {
    const owner = await world.aCustomer();
    const { organizationId } = owner;
    const invitation = await world.anInvitation(owner, role);
    const change = {
      key: organizationKey(organizationId),
      ...assigning({ deletedAt: new Date().toISOString() }),
    };
    const table = tableBefore(world.table, () => world.table.update(change));
    const late = await accept(invitation, await world.aPerson(), organizationId, world.callWith({ table }));
    expect(late.status).toBe(404);
  },
);

test('404 for the old link of an invitation that is renewed at the same moment, whose new one works', async () => {
  const invitation = await world.anInvitation(customer);
  const { as, params } = aboutOrganization(customer);
  const renew = 'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/renew';
  let secret = '';
  const table = tableBefore(world.table, async () => {
    const renewed = await world.call(renew, { as, params: { ...params, invitation_id: invitation.id } });
    secret = renewed.body.url.split('/').at(-1);
  });
  const person = await world.aPerson();
  const late = await accept(invitation, person, customer.organizationId, world.callWith({ table }));
  expect(late.status).toBe(404);
  expect((await accept({ ...invitation, secret }, person)).status).toBe(200);
});

test('404 with another secret, and in another organization', async () => {
  const invitation = await world.anInvitation(customer);
  const person = await world.aPerson();
  expect((await accept({ ...invitation, secret: 'guess' }, person)).status).toBe(404);
  const { organizationId } = await world.aCustomer();
  expect((await accept(invitation, person, organizationId)).status).toBe(404);
});

describe('404 once the person who invited no longer manages the organization', () => {
  const member = '/api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const aboutMember = ({ user }: typeof customer) => {
    const { as, params } = aboutOrganization(customer);
    return { as, params: { ...params, user_id: user.id } };
  };
  /** An invitation to be an owner, by an owner who is not the founder. */
  const invitedByAnother = async () => {
    const inviter = await world.aColleague(customer, 'owner');
    return { inviter, invitation: await world.anInvitation(inviter, 'owner') };
  };

  test('404 for a removed person, who does not return by an invitation of their own', async () => {
    const { inviter, invitation } = await invitedByAnother();
    await world.call(`DELETE ${member}`, aboutMember(inviter));
    const { status, body } = await accept(invitation, inviter);
    expect([status, body.error.type]).toEqual([404, 'not_found']);
  });

  test('404 once the person who invited has another role, until an owner renews the invitation', async () => {
    const { inviter, invitation } = await invitedByAnother();
    await world.call(`PATCH ${member}`, { ...aboutMember(inviter), body: { role: 'developer' } });
    const person = await world.aPerson();
    expect((await accept(invitation, person)).status).toBe(404);
    const { as, params } = aboutOrganization(customer);
    const renewed = await world.call(
      'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/renew',
      { as, params: { ...params, invitation_id: invitation.id } },
    );
    expect(renewed.body.invited_by.id).toBe(customer.user.id);
    const secret = renewed.body.url.split('/').at(-1);
    expect((await accept({ ...invitation, secret }, person)).status).toBe(200);
  });

  test('404 when the person who invited is removed at the same moment', async () => {
    const { inviter, invitation } = await invitedByAnother();
    const person = await world.aPerson();
    const table = tableBefore(world.table, () => world.call(`DELETE ${member}`, aboutMember(inviter)));
    expect(
      (await accept(invitation, person, customer.organizationId, world.callWith({ table }))).status,
    ).toBe(404);
  });

  test('who has accepted an invitation stays a member once its sender is removed, also when they repeat it', async () => {
    const { inviter, invitation } = await invitedByAnother();
    const person = await world.aPerson();
    const first = await accept(invitation, person);
    await world.call(`DELETE ${member}`, aboutMember(inviter));
    const again = await accept(invitation, person);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});

test('403 for a person with another email address', async () => {
  const { as, params } = { as: customer.person, params: { organization_id: customer.organizationId } };
  const create = 'POST /api/platform/v1/organizations/{organization_id}/invitations';
  const body = { email: 'grace@example.com', role: 'viewer' };
  const { body: made } = await world.call(create, { as, params, body });
  const secret = made.url.split('/').at(-1);
  expect((await accept({ id: made.id, secret }, await world.aPerson())).status).toBe(403);
});

test('409 for a member, who keeps their role', async () => {
  const invitation = await world.anInvitation(customer, 'viewer');
  const { status, body } = await accept(invitation, customer);
  expect([status, body.error.message]).toEqual([
    409,
    'You are a member of Analytical Engines already, as owner.',
  ]);
});

test('410 after a week', async () => {
  const invitation = await world.anInvitation(customer);
  const { now } = world.clock;
  onTestFinished(() => {
    world.clock.now = now;
  });
  world.clock.now = new Date(now.getTime() + 7 * dayMs);
  expect((await accept(invitation, await world.aPerson())).status).toBe(410);
});
