import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world, customer } = await startWorld();
const invitation = '/api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}' as const;
const about = (id: string) => {
  const { as, params } = aboutOrganization(customer);
  return { as, params: { ...params, invitation_id: id } };
};

test('204 ends the link; repeating it has no effect', async () => {
  const { id, secret } = await world.anInvitation(customer);
  const revoke = async () => (await world.call(`DELETE ${invitation}`, about(id))).status;
  expect([await revoke(), await revoke()]).toEqual([204, 204]);
  const { person } = await world.aPerson();
  const accept = { ...about(id), as: person, body: { secret } };
  expect((await world.call(`POST ${invitation}/accept`, accept)).status).toBe(404);
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
