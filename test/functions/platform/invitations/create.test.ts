import { describe, expect, test } from 'vitest';
import { invitationKey } from '#lib/domain/organizations/members/invitation.ts';
import { invitationMailsPerDay } from '#lib/domain/organizations/members/mail-invitation.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { addMember, memberIds } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/organizations/{organization_id}/invitations';
const one = '/api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}' as const;
const body = { email: 'grace@example.com', role: 'developer' };
const ask = { ...aboutOrganization(customer), body };

test('201 shows the link once; the table has only a hash of its secret', async () => {
  const headers = { 'idempotency-key': 'a-key-of-an-invitation' };
  const first = await world.call(route, { ...ask, headers });
  const { id, url } = first.body;
  expect([first.status, first.body]).toMatchObject([201, body]);
  expect(url).toContain(`https://console.example/#/invitations/${customer.organizationId}/${id}/`);
  const again = await world.call(route, { ...ask, headers });
  expect(again.body).toEqual({ ...first.body, url: null, mail: null });
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
    as,
    params: { ...params, invitation_id: id },
  });
  expect((await call(route, { ...aboutOrganization(other), body })).status).toBe(201);
});

test('the maximum leaves out invitations that are revoked or gone with their place, and keeps the place of every member', async () => {
  const owner = await world.aCustomer();
  const { organizationId } = owner;
  const places = placesOf(organizationId);
  const idsNow = async () => memberIds(await world.table.get(places.key), places);
  await world.aColleague(owner);
  const [used] = await idsNow();
  const open = await world.anInvitation(owner);
  const marked = await world.anInvitation(owner);
  // After a restore, an operator marks invitations as revoked again. DynamoDB deletes invitations that are revoked or used.
  const key = invitationKey({ organizationId, id: marked.id });
  await world.table.update({ key, set: 'SET revokedAt = :at', values: { ':at': '2026-11-23T02:10:00Z' } });
  await world.table.update(addMember(places, randomId('inv'), 4));
  const table: Table = {
    ...world.table,
    get: async (at) => (at.sk === used ? undefined : world.table.get(at)),
  };
  const limits = { ...world.deps.limits, membersPerOrganization: 4 };
  const inviteOne = () => world.callWith({ limits, table })(route, { ...aboutOrganization(owner), body });
  const made = [await inviteOne(), await inviteOne()];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expect((await inviteOne()).status).toBe(409);
  expect(await idsNow()).toEqual(
    expect.arrayContaining([used, open.id, ...made.map(({ body: { id } }) => id)]),
  );
});

test('422 for a used Idempotency-Key with another email address', async () => {
  const asked = { ...ask, headers: { 'idempotency-key': 'a-key-of-two-invitations' } };
  await world.call(route, asked);
  const other = await world.call(route, { ...asked, body: { ...body, email: 'alan@example.com' } });
  expect([other.status, other.body.error.type]).toEqual([422, 'idempotency_key_reused']);
});

test('400 for what is no email address', async () => {
  expect((await world.call(route, { ...ask, body: { ...body, email: 'grace' } })).status).toBe(400);
});

test.each([
  'Your account is locked: https://evil.example',
  'evil.example/sign-in',
  'WWW.EVIL.EXAMPLE',
  'evil1.example',
  'evil。example',
  'support@evil.example',
])('no invitation names an organization that is called like an address, a link: %s', async (name) => {
  const owner = await world.aCustomer();
  const change = 'PATCH /api/platform/v1/organizations/{organization_id}';
  await world.call(change, { ...aboutOrganization(owner), body: { name } });
  await world.call(route, { ...aboutOrganization(owner), body: { ...body, email: 'lured@example.com' } });
  const mail = world.sent.mails.findLast(({ to }) => to === 'lured@example.com');
  expect(mail?.subject).toBe('Invitation to an organization');
  expect(mail?.text).toContain('invites you to an organization on Earshot, as developer.');
  expect(mail?.text.toLowerCase()).not.toMatch(/evil/);
});

test.each([
  ['St. Mary & Co.', 'St. Mary & Co.'],
  ['Engines No.2 v1.5', 'Engines No.2 v1.5'],
  ['A/B', 'A/B'],
  ['Engines\u2028\u2029Ada has left', 'Engines Ada has left'],
])('the email of an invitation names the organization in one line: %j', async (name, named) => {
  const owner = await world.aCustomer();
  const change = 'PATCH /api/platform/v1/organizations/{organization_id}';
  await world.call(change, { ...aboutOrganization(owner), body: { name } });
  await world.call(route, { ...aboutOrganization(owner), body: { ...body, email: 'named@example.com' } });
  const mail = world.sent.mails.findLast(({ to }) => to === 'named@example.com');
  expect(mail?.subject).toBe(`Invitation to ${named}`);
});

test('the email of an invitation has the link and is sent to the invited person once, also if the request is repeated', async () => {
  const owner = await world.aCustomer();
  const headers = { 'idempotency-key': 'a-key-of-an-email' };
  const asked = { ...aboutOrganization(owner), headers, body: { ...body, email: 'once@example.com' } };
  const { body: created } = await world.call(route, asked);
  await world.call(route, asked);
  const mails = world.sent.mails.filter(({ to }) => to === 'once@example.com');
  expect(created.mail).toBe('sent');
  expect(mails).toEqual([
    {
      to: 'once@example.com',
      subject: 'Invitation to Analytical Engines',
      text: expect.stringContaining(created.url),
    },
  ]);
});

test('the email says which address to sign in with, and in UTC when the link ends, as that day ends elsewhere at another time', async () => {
  const owner = await world.aCustomer();
  const asked = { ...aboutOrganization(owner), body: { ...body, email: 'far@example.com' } };
  const [day, time] = (await world.call(route, asked)).body.expires_at.split('T');
  const mail = world.sent.mails.find(({ to }) => to === 'far@example.com');
  expect(mail?.text).toContain(`It works once, until ${day} ${time.slice(0, 5)} UTC.`);
  expect(mail?.text).toContain('sign in as far@example.com');
});

test('an email that cannot be sent leaves a link that works, and neither link nor address in the log', async () => {
  const log = watchLog();
  const sendMail = async ({ to }: { readonly to: string }) => {
    throw new Error(`Email address is not verified: ${to}`);
  };
  const owner = await world.aCustomer();
  const { status, body: made } = await world.callWith({ sendMail })(route, {
    ...aboutOrganization(owner),
    body,
  });
  expect([status, made.mail]).toEqual([201, 'failed']);
  expect(log.of('invitation.mail_failed')).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toMatch(/grace@example|#\/invitations/);
  const { person } = await world.aPerson('grace@example.com');
  const accepted = await world.call(
    'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept',
    {
      as: person,
      body: { secret: made.url.split('/').at(-1) },
      params: { organization_id: owner.organizationId, invitation_id: made.id },
    },
  );
  expect(accepted.status).toBe(200);
});

test('no email is sent by a deployment without a sender', async () => {
  const owner = await world.aCustomer();
  const answer = await world.callWith({ sendMail: undefined })(route, {
    ...aboutOrganization(owner),
    body,
  });
  expect([answer.status, answer.body.mail]).toEqual([201, 'off']);
});

test('an organization that has sent many emails sends no more today, even if it takes the invitations back', async () => {
  const owner = await world.aCustomer();
  // The invitation of the other owner was the first email. Each of the two stays below the limit for a person.
  const owners = [owner, await world.aColleague(owner, 'owner')];
  const outcomes = ['sent'];
  for (let sent = 1; sent <= invitationMailsPerDay; sent += 1) {
    const { as, params } = aboutOrganization(owners[sent % 2] ?? owner);
    const { body: made } = await world.call(route, { as, params, body });
    outcomes.push(made.mail);
    await world.call(`DELETE ${one}`, { as, params: { ...params, invitation_id: made.id } });
  }
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(invitationMailsPerDay);
  expect(outcomes.at(-1)).toBe('limited');
});

describe('a person who has sent many emails of invitations today', () => {
  const anOrganization = async (as: typeof customer.person) => {
    const made = await world.call('POST /api/platform/v1/organizations', { as, body: { name: 'Engines' } });
    return { as, params: { organization_id: String(made.body.id) } };
  };
  const sendAll = async (about: Awaited<ReturnType<typeof anOrganization>>) => {
    for (let sent = 0; sent < invitationMailsPerDay; sent += 1) {
      const { body: made } = await world.call(route, { ...about, body });
      expect(made.mail).toBe('sent');
      const { as, params } = about;
      await world.call(`DELETE ${one}`, { as, params: { ...params, invitation_id: made.id } });
    }
  };

  test('a person who has sent many emails sends no more today, even if they make another organization', async () => {
    const { person } = await world.aPerson();
    const { as, params } = await anOrganization(person);
    await sendAll({ as, params });
    const deleted = await world.call('DELETE /api/platform/v1/organizations/{organization_id}', {
      as,
      params,
    });
    expect(deleted.status).toBe(204);
    const limited = await world.call(route, { ...(await anOrganization(person)), body });
    expect([limited.status, limited.body.mail]).toEqual([201, 'limited']);
  });

  test('a person who has sent many emails sends none by renewing, while another owner still sends theirs', async () => {
    const owner = await world.aCustomer();
    const { id } = await world.anInvitation(owner);
    const other = await world.aColleague(owner, 'owner');
    await sendAll(await anOrganization(other.person));
    const renew = async ({ person: as }: typeof owner) => {
      const params = { organization_id: owner.organizationId, invitation_id: id };
      return (await world.call(`POST ${one}/renew`, { as, params })).body.mail;
    };
    expect([await renew(other), await renew(owner)]).toEqual(['limited', 'sent']);
  });
});
