import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const organization = '/api/platform/v1/organizations/{organization_id}';
const list = (query: Record<string, string> = {}) =>
  world.call(`GET ${organization}/audit-log`, { ...aboutOrganization(customer), query });

test('200 lists who changed what, newest first and page by page', async () => {
  const own = aboutOrganization(customer);
  for (const name of ['Engines', 'Looms']) {
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    await world.call(`PATCH ${organization}`, { ...own, body: { name } });
  }
  const { status, body } = await list({ limit: '1' });
  const actor = { id: customer.user.id, email: 'ada@example.com' };
  expect([status, body.data]).toEqual([
    200,
    [
      {
        id: body.data[0].id,
        created_at: world.clock.now.toISOString(),
        actor,
        action: 'organization.renamed',
        change: { from: 'Engines', to: 'Looms' },
        target: { id: customer.organizationId, name: 'Looms' },
      },
    ],
  ]);
  const rest = await list({ cursor: body.next_cursor });
  const actions = rest.body.data.map(({ action }: { action: string }) => action);
  expect(actions[0]).toBe('organization.renamed');
  expect(actions.toSorted()).toEqual(['organization.created', 'organization.renamed', 'project.created']);
});

test('whoever is invited, joins, gets another role or is removed is in the log, and each project', async () => {
  const owner = await world.aCustomer();
  const { as, params } = aboutOrganization(owner);
  const entry = (action: string, name: string, change: object | null = null) => ({
    action,
    change,
    target: expect.objectContaining({ name }),
  });
  const { user } = await world.aColleague(owner, 'viewer');
  const member = { as, params: { ...params, user_id: user.id } };
  await world.call(`PATCH ${organization}/members/{user_id}`, { ...member, body: { role: 'owner' } });
  await world.call(`PATCH ${organization}/members/{user_id}`, { ...member, body: { role: 'owner' } });
  await world.call(`DELETE ${organization}/members/{user_id}`, member);
  const { id } = await world.anInvitation(owner);
  const invitation = { as, params: { ...params, invitation_id: id } };
  await world.call(`POST ${organization}/invitations/{invitation_id}/renew`, invitation);
  await world.call(`DELETE ${organization}/invitations/{invitation_id}`, invitation);
  const project = { as, params: { project_id: owner.projectId } };
  await world.call('PATCH /api/platform/v1/projects/{project_id}', { ...project, body: { name: 'Looms' } });
  await world.call('DELETE /api/platform/v1/projects/{project_id}', project);
  const { body } = await world.call(`GET ${organization}/audit-log`, { as, params });
  const log = body.data.toSorted((one: any, other: any) => (one.action < other.action ? -1 : 1));
  const name = 'Analytical Engines';
  expect(log).toMatchObject([
    entry('invitation.renewed', 'ada@example.com'),
    entry('invitation.revoked', 'ada@example.com'),
    entry('member.invited', 'ada@example.com'),
    entry('member.invited', 'ada@example.com'),
    { ...entry('member.joined', 'ada@example.com'), actor: { id: user.id } },
    entry('member.removed', 'ada@example.com'),
    entry('member.role_changed', 'ada@example.com', { from: 'viewer', to: 'owner' }),
    entry('organization.created', name),
    entry('project.created', name),
    entry('project.deleted', 'Looms'),
    entry('project.renamed', 'Looms', { from: name, to: 'Looms' }),
  ]);
  const ofMember = log.filter(({ action }: any) => /member\.(joined|removed|role)/.test(action));
  expect(ofMember.map(({ target }: any) => target.id)).toEqual([user.id, user.id, user.id]);
});

test('an API key is in the log from its creation to its revocation', async () => {
  const other = await world.aCustomer();
  const params = { project_id: other.projectId };
  const keys = '/api/platform/v1/projects/{project_id}/api-keys';
  const { body: key } = await world.call(`POST ${keys}`, {
    as: other.person,
    params,
    body: { name: 'server', mode: 'live' },
  });
  const about = { as: other.person, params: { ...params, key_id: key.id } };
  await world.call(`DELETE ${keys}/{key_id}`, about);
  await world.call(`DELETE ${keys}/{key_id}`, about);
  const { body } = await world.call(`GET ${organization}/audit-log`, aboutOrganization(other));
  const ofKey = body.data.filter(({ target }: any) => target.id === key.id);
  expect(ofKey.map(({ action }: any) => action).toSorted()).toEqual(['api_key.created', 'api_key.revoked']);
});

test('each change of a webhook is in the log, by a person and by a key', async () => {
  const other = await world.aCustomer();
  const id = await world.aWebhook(other);
  const webhook = '/api/platform/v1/webhooks/{webhook_id}';
  const about = { as: other.person, params: { webhook_id: id }, query: { project_id: other.projectId } };
  await world.call(`PATCH ${webhook}`, { ...about, body: { description: 'Production' } });
  await world.call(`PATCH ${webhook}`, { ...about, body: { status: 'disabled' } });
  // This request changes nothing.
  await world.call(`PATCH ${webhook}`, { ...about, body: { status: 'disabled' } });
  const byKey = { as: other.live, params: { webhook_id: id } };
  await world.call('PATCH /v1/webhooks/{webhook_id}', { ...byKey, body: { status: 'enabled' } });
  await world.call('POST /v1/webhooks/{webhook_id}/rotate-secret', byKey);
  await world.call('DELETE /v1/webhooks/{webhook_id}', byKey);
  await world.call('DELETE /v1/webhooks/{webhook_id}', byKey);
  const { body } = await world.call(`GET ${organization}/audit-log`, aboutOrganization(other));
  const ofWebhook = body.data.filter(({ target }: any) => target.id === id);
  const by = ofWebhook.map(({ action, actor }: any) => `${action} ${actor.email || 'by key'}`);
  expect(by.toSorted()).toEqual([
    ...['webhook.changed ada@example.com', 'webhook.created ada@example.com', 'webhook.deleted by key'],
    ...['webhook.disabled ada@example.com', 'webhook.enabled by key', 'webhook.secret_rotated by key'],
  ]);
  expect(new Set(ofWebhook.map(({ target }: any) => target.name))).toEqual(new Set(['receiver.example']));
});
