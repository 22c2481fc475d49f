import { expect, test } from 'vitest';
import { membershipKey } from '#lib/domain/organizations/organization.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const organization = '/api/platform/v1/organizations/{organization_id}';
const remove = (by: typeof customer, userId: string) => {
  const { as, params } = aboutOrganization(by);
  return world.call(`DELETE ${organization}/members/{user_id}`, {
    as,
    params: { ...params, user_id: userId },
  });
};

test("204 refuses the member's next request, and takes the organization from their list", async () => {
  const colleague = await world.aColleague(customer);
  const ask = () => world.call(`GET ${organization}/projects`, aboutOrganization(colleague));
  expect((await ask()).status).toBe(200);
  expect((await remove(customer, colleague.user.id)).status).toBe(204);
  expect((await ask()).status).toBe(404);
  const list = await world.call('GET /api/platform/v1/organizations', { as: colleague.person });
  expect(list.body.data).toEqual([]);
  expect((await remove(customer, colleague.user.id)).status).toBe(404);
});

test('204 for a member of any role who leaves, and 403 if they remove another', async () => {
  const viewer = await world.aColleague(customer, 'viewer');
  const other = await world.aColleague(customer);
  expect((await remove(viewer, other.user.id)).status).toBe(403);
  expect((await remove(viewer, viewer.user.id)).status).toBe(204);
});

test('409 for the last owner', async () => {
  expect((await remove(customer, customer.user.id)).status).toBe(409);
});

test('a removed member can be invited again, and the record of them is deleted only if they stay away', async () => {
  const colleague = await world.aColleague(customer);
  const { organizationId } = customer;
  const record = () => world.table.get(membershipKey({ organizationId, userId: colleague.user.id }));
  await remove(customer, colleague.user.id);
  expect(await record()).toHaveProperty('ttl');
  const { id, secret } = await world.anInvitation(customer, 'billing');
  const { as, params } = aboutOrganization(colleague);
  const again = await world.call(`POST ${organization}/invitations/{invitation_id}/accept`, {
    as,
    params: { ...params, invitation_id: id },
    body: { secret },
  });
  expect([again.status, again.body.role]).toEqual([200, 'billing']);
  expect(await record()).not.toHaveProperty('ttl');
  const list = await world.call('GET /api/platform/v1/organizations', { as });
  expect(list.body.data).toEqual([again.body]);
});
