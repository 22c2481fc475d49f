import { expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'GET /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}';
const get = (id: string, person: { readonly cookie: string }, organizationId = customer.organizationId) =>
  world.call(route, { as: person, params: { organization_id: organizationId, invitation_id: id } });

test('200 tells an invited person which organization it is, the role, and who invites', async () => {
  const { id } = await world.anInvitation(customer, 'viewer');
  const { person } = await world.aPerson();
  expect((await get(id, person)).body).toMatchObject({
    organization_name: 'Analytical Engines',
    role: 'viewer',
    invited_by: { email: 'ada@example.com' },
  });
});

test('404 for a person with another address, as for an invitation that does not exist', async () => {
  const { id } = await world.anInvitation(customer);
  const { person } = await world.aPerson('mallory@example.com');
  const foreign = await get(id, person);
  const missing = await get(randomId('inv'), person);
  expect(foreign).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
  expect(foreign.body.error.message).toBe(missing.body.error.message);
});

test('404 once it was taken back', async () => {
  const { id } = await world.anInvitation(customer);
  const { as, params } = aboutOrganization(customer);
  const revoke = 'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}';
  await world.call(revoke, { as, params: { ...params, invitation_id: id } });
  expect((await get(id, (await world.aPerson()).person)).status).toBe(404);
});
