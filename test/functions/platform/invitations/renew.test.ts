import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world } = await startWorld();
const one = '/api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}' as const;

/** An invitation of a new customer, and calls about it. */
const anInvited = async () => {
  const owner = await world.aCustomer();
  const { id, secret } = await world.anInvitation(owner);
  const { as, params } = aboutOrganization(owner);
  const about = { as, params: { ...params, invitation_id: id } };
  const { person } = await world.aPerson();
  const accept = async (by: string) =>
    (await world.call(`POST ${one}/accept`, { ...about, as: person, body: { secret: by } })).status;
  return { about, secret, accept };
};

test('200 has and emails a new link for another week, and the old one stops working', async () => {
  const { about, secret, accept } = await anInvited();
  const before = world.clock.now;
  world.clock.now = new Date(before.getTime() + 3_600_000);
  const { status, body } = await world.call(`POST ${one}/renew`, about);
  expect([status, body.mail, body.expires_at]).toEqual([
    200,
    'sent',
    new Date(world.clock.now.getTime() + 7 * 86_400_000).toISOString(),
  ]);
  expect(world.sent.mails.at(-1)?.text).toContain(body.url);
  expect(await accept(secret)).toBe(404);
  expect(await accept(body.url.split('/').at(-1))).toBe(200);
  world.clock.now = before;
});

test('409 for one of two renewals at once: each answer of 200 has a link that works', async () => {
  const { about, accept } = await anInvited();
  const links: string[] = [];
  const table = tableBefore(world.table, async () => {
    links.push((await world.call(`POST ${one}/renew`, about)).body.url);
  });
  const mails = world.sent.mails.length;
  const second = await world.callWith({ table })(`POST ${one}/renew`, about);
  expect([second.status, second.body.error.type]).toEqual([409, 'invalid_state']);
  expect(world.sent.mails.length - mails).toBe(1);
  expect(await accept(links[0]?.split('/').at(-1) ?? '')).toBe(200);
});

test('404 for an invitation that was accepted or taken back', async () => {
  const accepted = await anInvited();
  await accepted.accept(accepted.secret);
  expect((await world.call(`POST ${one}/renew`, accepted.about)).status).toBe(404);
  const revoked = await anInvited();
  await world.call(`DELETE ${one}`, revoked.about);
  expect((await world.call(`POST ${one}/renew`, revoked.about)).status).toBe(404);
});
