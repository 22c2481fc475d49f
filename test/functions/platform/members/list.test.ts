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
