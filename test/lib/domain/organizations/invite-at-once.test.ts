import { expect, test } from 'vitest';
import { invitationsOf } from '#lib/domain/organizations/members/invitation.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world } = await startWorld();
const route = 'POST /api/platform/v1/organizations/{organization_id}/invitations';

test.each<[string, (owner: Customer) => Promise<unknown>]>([
  [
    'the organization is deleted',
    async (owner) => {
      const params = { project_id: owner.projectId };
      await world.call('DELETE /api/platform/v1/projects/{project_id}', { as: owner.person, params });
      const remove = 'DELETE /api/platform/v1/organizations/{organization_id}';
      expect((await world.call(remove, aboutOrganization(owner))).status).toBe(204);
    },
  ],
  [
    'the inviter is removed',
    async (owner) => {
      const { person } = await world.aColleague(owner, 'owner');
      const member = '/api/platform/v1/organizations/{organization_id}/members/{user_id}' as const;
      const params = { organization_id: owner.organizationId, user_id: owner.user.id };
      expect((await world.call(`DELETE ${member}`, { as: person, params })).status).toBe(204);
    },
  ],
])('404 when %s at the same moment: nobody is invited, and the address is not kept', async (_, happens) => {
  const owner = await world.aCustomer();
  const table = tableBefore(world.table, () => happens(owner));
  const email = `${randomId('usr')}@example.com`;
  const asked = { ...aboutOrganization(owner), body: { email, role: 'developer' } };
  expect((await world.callWith({ table })(route, asked)).status).toBe(404);
  expect(world.sent.mails.filter(({ to }) => to === email)).toEqual([]);
  const list = { where: 'pk = :pk', values: { ':pk': invitationsOf(owner.organizationId) }, limit: 10 };
  expect(JSON.stringify(await world.table.query(list))).not.toContain(email);
});
