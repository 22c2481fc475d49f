import { expect, test } from 'vitest';
import { invitationKey } from '#lib/domain/organizations/members/invitation.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world, customer } = await startWorld();
const invitation = '/api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}' as const;
const auditLog = 'GET /api/platform/v1/organizations/{organization_id}/audit-log';
const about = (id: string, owner = customer) => {
  const { as, params } = aboutOrganization(owner);
  return { as, params: { ...params, invitation_id: id } };
};

test('204 ends the link; repeating it has no effect', async () => {
  const { id, secret } = await world.anInvitation(customer);
  const revoke = async () => (await world.call(`DELETE ${invitation}`, about(id))).status;
  expect([await revoke(), await revoke()]).toEqual([204, 204]);
  const { data } = (await world.call(auditLog, aboutOrganization(customer))).body;
  const revocations = data.filter(
    (entry: any) => entry.target.id === id && entry.action === 'invitation.revoked',
  );
  expect(revocations).toHaveLength(1);
  const { person } = await world.aPerson();
  const accept = { ...about(id), as: person, body: { secret } };
  expect((await world.call(`POST ${invitation}/accept`, accept)).status).toBe(404);
});

test('the request that made an invitation gets 409 when it is repeated after the invitation was revoked', async () => {
  const create = 'POST /api/platform/v1/organizations/{organization_id}/invitations';
  const body = { email: 'grace@example.com', role: 'viewer' };
  const asked = {
    ...aboutOrganization(customer),
    body,
    headers: { 'idempotency-key': 'a-key-of-a-revoked-one' },
  };
  const { id } = (await world.call(create, asked)).body;
  await world.call(`DELETE ${invitation}`, about(id));
  const again = await world.call(create, asked);
  expect([again.status, again.body.error.type]).toEqual([409, 'invalid_state']);
});

test('204 for both of two at once', async () => {
  const { id } = await world.anInvitation(customer);
  const statuses: number[] = [];
  const table = tableBefore(world.table, async () => {
    statuses.push((await world.call(`DELETE ${invitation}`, about(id))).status);
  });
  statuses.push((await world.callWith({ table })(`DELETE ${invitation}`, about(id))).status);
  expect(statuses).toEqual([204, 204]);
});

test('404 for an invitation that was accepted, whose member stays', async () => {
  const { id, secret } = await world.anInvitation(customer);
  const { person } = await world.aPerson();
  await world.call(`POST ${invitation}/accept`, { ...about(id), as: person, body: { secret } });
  expect((await world.call(`DELETE ${invitation}`, about(id))).status).toBe(404);
});

test('204 for an invitation that an operator revoked again after a restore frees its place and lets its address expire', async () => {
  const owner = await world.aCustomer();
  const { organizationId } = owner;
  const { id } = await world.anInvitation(owner);
  const key = invitationKey({ organizationId, id });
  const revokedAt = '2026-11-23T02:10:00Z';
  await world.table.update({ key, set: 'SET revokedAt = :at', values: { ':at': revokedAt } });
  expect((await world.call(`DELETE ${invitation}`, about(id, owner))).status).toBe(204);
  expect(await world.table.get(placesOf(organizationId).key)).not.toHaveProperty('invitations');
  expect(await world.table.get(key)).toMatchObject({ revokedAt, ttl: expect.any(Number) });
});

test('an invitation that was taken back is kept until its link would have expired, so that it can be revoked again after a restore', async () => {
  const { organizationId } = customer;
  const { id } = await world.anInvitation(customer);
  await world.call(`DELETE ${invitation}`, about(id));
  const item = await world.table.get(invitationKey({ organizationId, id }));
  expect(item?.['ttl']).toBe(ttlAt(new Date(String(item?.['expiresAt']))));
});
