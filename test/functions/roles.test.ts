import { beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleRoute, isConsoleRoute, isRoute, routes } from '#functions/routes.ts';
import { Role } from '#lib/domain/organizations/roles.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../support/function-world.ts';
import { type OwnedIds, validAsk } from '../support/valid-ask.ts';

const organization = '/api/platform/v1/organizations/{organization_id}';
const project = '/api/platform/v1/projects/{project_id}';
const job = `${project}/transcriptions/{transcription_id}` as const;
const webhook = '/api/platform/v1/webhooks/{webhook_id}';

const everyone = 'owner developer viewer billing';
const readers = 'owner developer viewer';
const builders = 'owner developer';
const payers = 'owner billing';
const owners = 'owner';

/**
 * The roles that may use each route about an organization. The list is separate from the routes, so that an accidental change
 * of a right is detected.
 */
const allowed: Partial<Record<ConsoleRoute, string>> = {
  [`PATCH ${organization}`]: owners,
  [`DELETE ${organization}`]: owners,
  [`GET ${organization}/audit-log`]: owners,
  [`GET ${organization}/members`]: everyone,
  [`PATCH ${organization}/members/{user_id}`]: owners,
  [`DELETE ${organization}/members/{user_id}`]: owners,
  [`POST ${organization}/invitations`]: owners,
  [`DELETE ${organization}/invitations/{invitation_id}`]: owners,
  [`POST ${organization}/invitations/{invitation_id}/renew`]: owners,
  [`POST ${organization}/projects`]: builders,
  [`GET ${organization}/projects`]: everyone,
  [`GET ${organization}/billing`]: payers,
  [`PATCH ${organization}/billing`]: payers,
  [`PATCH ${organization}/billing/auto-top-up`]: payers,
  [`POST ${organization}/billing/checkout`]: payers,
  [`POST ${organization}/billing/portal`]: payers,
  [`GET ${organization}/billing/subscriptions`]: payers,
  [`GET ${organization}/billing/receipts/{entry_id}`]: payers,
  [`PATCH ${project}`]: builders,
  [`DELETE ${project}`]: owners,
  [`GET ${project}/usage`]: everyone,
  [`GET ${project}/requests/{request_id}`]: readers,
  [`POST ${project}/api-keys`]: builders,
  [`GET ${project}/api-keys`]: readers,
  [`DELETE ${project}/api-keys/{key_id}`]: builders,
  [`POST ${project}/transcription-uploads`]: builders,
  [`POST ${project}/realtime/sessions`]: builders,
  [`POST ${project}/transcriptions`]: builders,
  [`GET ${project}/transcriptions`]: readers,
  [`GET ${job}`]: readers,
  [`GET ${job}/ledger`]: readers,
  [`DELETE ${job}`]: builders,
  [`GET ${job}/transcript`]: readers,
  [`GET ${job}/deliveries`]: readers,
  [`POST ${job}/retry`]: builders,
  'POST /api/platform/v1/webhooks': builders,
  'GET /api/platform/v1/webhooks': readers,
  [`GET ${webhook}`]: readers,
  [`PATCH ${webhook}`]: builders,
  [`DELETE ${webhook}`]: builders,
  [`POST ${webhook}/rotate-secret`]: builders,
  [`POST ${webhook}/test`]: builders,
  [`GET ${webhook}/deliveries`]: readers,
  [`POST ${webhook}/redeliver`]: builders,
  [`GET ${webhook}/deliveries/{delivery_id}`]: readers,
  [`POST ${webhook}/deliveries/{delivery_id}/redeliver`]: builders,
};

/** Routes about the person alone, or with which a person becomes a member. */
const ofPeople: readonly ConsoleRoute[] = [
  'GET /api/platform/v1/session',
  'DELETE /api/platform/v1/session',
  'DELETE /api/platform/v1/sessions',
  'GET /api/platform/v1/sessions',
  'DELETE /api/platform/v1/sessions/{session_id}',
  'POST /api/platform/v1/organizations',
  'GET /api/platform/v1/organizations',
  `GET ${organization}/invitations/{invitation_id}`,
  `POST ${organization}/invitations/{invitation_id}/accept`,
];

const bySession = Object.keys(routes)
  .filter(isRoute)
  .filter(isConsoleRoute)
  .filter((route) => routes[route].audience === 'session');
const matrix = bySession
  .filter((route) => !ofPeople.includes(route))
  .flatMap((route) => Role.options.map((role) => ({ route, role })));

let world: FunctionWorld;
let ids: OwnedIds;
/** A person of each role in the organization of the ids, and in another organization. */
let members: Record<Role, Customer>;
let strangers: Record<Role, Customer>;

const aMemberOfEachRole = async (founder: Customer): Promise<Record<Role, Customer>> => ({
  owner: await world.aColleague(founder, 'owner'),
  developer: await world.aColleague(founder, 'developer'),
  viewer: await world.aColleague(founder, 'viewer'),
  billing: await world.aColleague(founder, 'billing'),
});

beforeAll(async () => {
  world = await aFunctionWorld(Limits.parse({}));
  const owner = await world.aCustomer();
  members = await aMemberOfEachRole(owner);
  strangers = await aMemberOfEachRole(await world.aCustomer());
  const { user } = await world.aColleague(owner);
  ids = {
    organization_id: owner.organizationId,
    project_id: owner.projectId,
    user_id: user.id,
    transcription_id: await world.aCompletedJob(owner),
    webhook_id: await world.aWebhook(owner),
  };
});

/** A project for the route that deletes it. */
const anotherProject = async (): Promise<string> => {
  const ask = { ...validAsk(`POST ${organization}/projects`, ids), as: members.owner.person };
  return (await world.call(`POST ${organization}/projects`, ask)).body.id;
};

test('every route by session states who may use it', () => {
  expect([...Object.keys(allowed), ...ofPeople].toSorted()).toEqual(bySession.toSorted());
});

describe.each(matrix)('$role: $route', ({ route, role }) => {
  const may = allowed[route]?.split(' ').includes(role) ?? false;

  test(`${role} ${may ? 'may' : 'may not'} use ${route}`, async () => {
    const about = route === `DELETE ${project}` ? { ...ids, project_id: await anotherProject() } : ids;
    const ask = { ...validAsk(route, about), as: members[role].person };
    const { status, body } = await world.call(route, ask);
    const isRefused = status === 403 && body.error.type === 'permission_denied';
    expect(isRefused).toBe(!may);
    expect(status).toBeLessThan(500);
  });

  test(`${role} of another organization does not find what ${route} is about`, async () => {
    const ask = { ...validAsk(route, ids), as: strangers[role].person };
    expect((await world.call(route, ask)).status).toBe(404);
  });
});
