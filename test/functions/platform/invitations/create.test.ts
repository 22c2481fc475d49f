import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/organizations/{organization_id}/invitations';
const body = { email: 'grace@example.com', role: 'developer' };
const ask = { ...aboutOrganization(customer), body };

test('201 shows the link once; the table has only a hash of its secret', async () => {
  const headers = { 'idempotency-key': 'a-key-of-an-invitation' };
  const first = await world.call(route, { ...ask, headers });
  const { id, url } = first.body;
  expect([first.status, first.body]).toMatchObject([201, body]);
  expect(url).toContain(`https://console.example/#/invitations/${customer.organizationId}/${id}/`);
  const again = await world.call(route, { ...ask, headers });
  expect(again.body).toEqual({ ...first.body, url: null });
  const stored = await world.table.get({ pk: `${customer.organizationId}/invitations`, sk: id });
  expect(stored).toMatchObject(body);
  expect(JSON.stringify(stored)).not.toContain(url.split('/').at(-1));
});

test('409 at the maximum of members and invitations, until one is removed', async () => {
  const limits = { ...world.deps.limits, membersPerOrganization: 1 };
  const call = world.callWith({ limits });
  const other = await world.aCustomer();
  const { id } = await world.anInvitation(other);
  const full = await call(route, { ...aboutOrganization(other), body });
  expect([full.status, full.body.error.details]).toEqual([
    409,
    { limit: 'members_per_organization_max', max: 1 },
  ]);
  const { as, params } = aboutOrganization(other);
  await call('DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}', {
    ...{ as, params: { ...params, invitation_id: id } },
  });
  expect((await call(route, { ...aboutOrganization(other), body })).status).toBe(201);
});

test('400 for what is no email address', async () => {
  expect((await world.call(route, { ...ask, body: { ...body, email: 'grace' } })).status).toBe(400);
});
