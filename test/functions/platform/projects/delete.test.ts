import { expect, test } from 'vitest';
import { keyList, projectKeyKey } from '#lib/domain/api-keys/project-key.ts';
import { parseKey } from '#lib/domain/auth/api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { assigning, type Key, type Write } from '#lib/platform/aws/table.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { aFunctionWorld, type Customer } from '../../../support/function-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const world = await aFunctionWorld();

const route = 'DELETE /api/platform/v1/projects/{project_id}';
const aboutProject = ({ person, projectId }: Customer) => ({
  as: person,
  params: { project_id: projectId },
});

const aConsoleKey = async (customer: Customer, mode = 'live'): Promise<string> => {
  const body = { name: 'server', mode };
  const ask = { ...aboutProject(customer), body };
  return (await world.call('POST /api/platform/v1/projects/{project_id}/api-keys', ask)).body.secret;
};

test('keys of both modes are refused from the next request on, and the project is not found', async () => {
  const customer = await world.aCustomer();
  const keys = [await aConsoleKey(customer), await aConsoleKey(customer, 'test')];
  expect((await world.call(route, aboutProject(customer))).status).toBe(204);
  for (const key of keys)
    expect((await world.call('GET /v1/transcriptions', { as: { key } })).status).toBe(401);
  const usage = 'GET /api/platform/v1/projects/{project_id}/usage';
  expect((await world.call(usage, aboutProject(customer))).status).toBe(404);
  expect((await world.call(route, aboutProject(customer))).status).toBe(404);
});

test('the project leaves the list and its place, and the audit log tells who deleted it', async () => {
  const customer = await world.aCustomer();
  const about = { as: customer.person, params: { organization_id: customer.organizationId } };
  await world.call(route, aboutProject(customer));
  const listed = await world.call('GET /api/platform/v1/organizations/{organization_id}/projects', about);
  expect(listed.body.data).toEqual([]);
  const log = await world.call('GET /api/platform/v1/organizations/{organization_id}/audit-log', about);
  expect(log.body.data).toContainEqual(
    expect.objectContaining({
      action: 'project.deleted',
      actor: { id: customer.user.id, email: 'ada@example.com' },
      target: { id: customer.projectId, name: 'Analytical Engines' },
    }),
  );
});

test('a project is deleted whose key was revoked again by hand after a restore of the table', async () => {
  const customer = await world.aCustomer();
  const { projectId } = customer;
  const key = await aConsoleKey(customer);
  const [listed] = (
    await world.call('GET /api/platform/v1/projects/{project_id}/api-keys', aboutProject(customer))
  ).body.data;
  const copies = [
    projectKeyKey({ projectId, id: listed.id }),
    keyItemKey(parseKey(key)?.id ?? ''),
    rowKey(keyList(projectId), { id: listed.id, createdAt: listed.created_at }),
  ];
  for (const copy of copies)
    await world.table.update({ key: copy, ...assigning({ revokedAt: '2026-11-20T10:00:00.000Z' }) });
  expect((await world.call(route, aboutProject(customer))).status).toBe(204);
});

test.each([
  ['no key', 0],
  ['another key', 1],
])('a key that is created while a project with %s is deleted does not survive it', async (_, earlier) => {
  const customer = await world.aCustomer();
  for (let made = 0; made < earlier; made += 1) await aConsoleKey(customer);
  const get = async (key: Key) => {
    const item = await world.table.get(key);
    if (key.sk === 'live') await aKey();
    return item;
  };
  let secret: string | undefined;
  const aKey = async () => {
    secret ??= await aConsoleKey(customer);
  };
  const deleted = await world.callWith({ table: { ...world.table, get } })(route, aboutProject(customer));
  expect(deleted.status).toBe(204);
  expect((await world.call('GET /v1/transcriptions', { as: { key: secret ?? '' } })).status).toBe(401);
});

test('no key is created after the deletion, by a request that began before it', async () => {
  const customer = await world.aCustomer();
  const transact = async (writes: readonly Write[]) => {
    await world.call(route, aboutProject(customer));
    return world.table.transact(writes);
  };
  const body = { name: 'server', mode: 'live' };
  const refused = await world.callWith({ table: { ...world.table, transact } })(
    'POST /api/platform/v1/projects/{project_id}/api-keys',
    { ...aboutProject(customer), body },
  );
  expect(refused).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
});

test.each(['removed', 'made a developer'])(
  'an owner who is %s at the same moment does not delete a project',
  async (end) => {
    const other = await world.aCustomer();
    const owner = await world.aColleague(other, 'owner');
    const member = '/api/platform/v1/organizations/{organization_id}/members/{user_id}' as const;
    const params = { organization_id: other.organizationId, user_id: owner.user.id };
    const endRight = () =>
      end === 'removed'
        ? world.call(`DELETE ${member}`, { as: other.person, params })
        : world.call(`PATCH ${member}`, { as: other.person, params, body: { role: 'developer' } });
    const deleting = world.callWith({ table: tableBefore(world.table, endRight) });
    expect(await deleting(route, aboutProject(owner))).toMatchObject({
      status: 404,
      body: { error: { type: 'not_found' } },
    });
    const usage = 'GET /api/platform/v1/projects/{project_id}/usage';
    expect((await world.call(usage, aboutProject(other))).status).toBe(200);
  },
);
