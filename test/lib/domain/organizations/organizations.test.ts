import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { memberCount } from '#lib/platform/limits/id-set.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { projectsOf } from '#lib/platform/limits/id-sets.ts';
import { adoptProject } from '#lib/domain/organizations/adopt-project.ts';
import { creationsPerDay } from '#lib/domain/organizations/count-creation.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { deleteProject } from '#lib/domain/organizations/delete-project.ts';
import { listOrganizations } from '#lib/domain/organizations/list.ts';
import { requireOrganization, requireProject } from '#lib/domain/organizations/require.ts';
import { findProject } from '#lib/domain/organizations/organization-repository.ts';
import { NewOrganization, NewProject } from '#lib/domain/organizations/views.ts';
import { hostileNames } from '../../../support/hostile-text.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const someone = () => ({
  id: randomId('usr'),
  email: 'ada@example.com',
  name: 'Ada',
  right: 'manage' as const,
});
let at = Date.parse('2026-11-21T10:00:00.000Z');
const now = () => new Date(at++);

const limits = Limits.parse({});
const found = (user: ReturnType<typeof someone>, name: string, id = randomId('org')) =>
  createOrganization({ table, now, newId: () => id, limits }, user, {
    body: { name },
    bodyFingerprint: name,
  });
const project = async (organizationId: string, id = randomId('prj')) => {
  const deps = { table, now, newId: () => id, limits };
  const input = { user: someone(), body: { name: 'p' }, bodyFingerprint: 'p' };
  return (await createProject(deps, { organizationId }, input)).value;
};

test('an organization and its projects are visible to their founder only', async () => {
  const owner = someone();
  const stranger = someone();
  const { id: organizationId } = (await found(owner, 'Engines')).value;
  const { id: projectId } = await project(organizationId);
  expect(await requireOrganization(table, owner, organizationId)).toEqual({
    organizationId,
    role: 'owner',
  });
  expect(await requireProject(table, owner, projectId)).toEqual({ projectId, organizationId, role: 'owner' });

  const refusals = await Promise.allSettled([
    requireOrganization(table, stranger, organizationId),
    requireOrganization(table, stranger, randomId('org')),
    requireOrganization(table, stranger, 'x'),
    requireProject(table, stranger, projectId),
    requireProject(table, stranger, randomId('prj')),
    requireProject(table, stranger, ''),
  ]);
  const [first, ...others] = refusals.map((one) => one.status === 'rejected' && one.reason);
  expect(first).toMatchObject({ type: 'not_found' });
  for (const other of others) expect(other).toEqual(first);
});

test("refusing another person's project takes as many reads as refusing an unknown one", async () => {
  const { id } = (await found(someone(), 'Engines')).value;
  const foreign = await project(id);
  const readsFor = async (projectId: string): Promise<number> => {
    let reads = 0;
    const get: typeof table.get = (key) => {
      reads += 1;
      return table.get(key);
    };
    await requireProject({ get }, someone(), projectId).catch(() => undefined);
    return reads;
  };
  expect(await readsFor(foreign.id)).toBe(await readsFor(randomId('prj')));
});

test.each([NewOrganization, NewProject])('a name that holds markup is taken as it is', (schema) => {
  for (const name of hostileNames) expect(schema.parse({ name }).name).toBe(name.trim());
});

test('a replayed create makes no second organization, also concurrently', async () => {
  const owner = someone();
  const all = await Promise.all(Array.from({ length: 10 }, () => found(owner, 'Engines', 'org_same')));
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(all.map(({ value }) => JSON.stringify(value))).size).toBe(1);
  await expect(found(owner, 'Other', 'org_same')).rejects.toMatchObject({ type: 'idempotency_key_reused' });
});

describe('limits on organizations and projects', () => {
  const fulfilled = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
    outcomes.filter(({ status }) => status === 'fulfilled').length;

  test("one person can create five organizations, also concurrently, and another person's five are separate", async () => {
    const owner = someone();
    const other = someone();
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => found(owner, 'Engines')));
    expect(fulfilled(outcomes)).toBe(limits.organizationsPerPerson);
    await expect(found(owner, 'Engines')).rejects.toMatchObject({
      type: 'invalid_state',
      message: expect.stringContaining('You have created 5 organizations'),
      details: { limit: 'organizations_per_person_max', max: 5 },
    });
    const { data } = await listOrganizations(table, owner, { limit: 20 });
    expect(data).toHaveLength(limits.organizationsPerPerson);
    await expect(found(other, 'Engines')).resolves.toBeDefined();
  });

  test('an organization can have twenty projects, also when they are created concurrently', async () => {
    const { id } = (await found(someone(), 'Engines')).value;
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => project(id)));
    expect(fulfilled(outcomes)).toBe(limits.projectsPerOrganization);
    const refused = randomId('prj');
    await expect(project(id, refused)).rejects.toMatchObject({
      type: 'invalid_state',
      message: expect.stringContaining('Your organization has 20 projects'),
      details: { limit: 'projects_per_organization_max', max: 20 },
    });
    expect(await memberCount(table, projectsOf(id))).toBe(limits.projectsPerOrganization);
    expect(await findProject(table, refused)).toBeUndefined();
  });

  test('a person who creates and deletes projects and organizations all day is stopped until the next day', async () => {
    const owner = someone();
    const { id } = (await found(owner, 'Engines')).value;
    const input = { user: owner, body: { name: 'p' }, bodyFingerprint: 'p' };
    const create = (projectId = randomId('prj')) =>
      createProject({ table, now, newId: () => projectId, limits }, { organizationId: id }, input);
    const deletion = { table, now, closeKeys: async () => [] };
    let last = '';
    for (let creations = 1; creations < creationsPerDay; creations += 1) {
      last = (await create()).value.id;
      await deleteProject(deletion, { projectId: last }, owner);
    }
    const refusal = { type: 'rate_limit_exceeded', headers: { 'retry-after': expect.any(String) } };
    await expect(create()).rejects.toMatchObject(refusal);
    await expect(found(owner, 'More engines')).rejects.toMatchObject(refusal);
    await expect(create(last)).rejects.toMatchObject({ type: 'invalid_state' });
    await expect(project(id)).resolves.toBeDefined();
    at += dayMs;
    await expect(create()).resolves.toBeDefined();
  });

  test('a replayed create returns the first organization or project also at the limit', async () => {
    const owner = someone();
    const first = await found(owner, 'Engines', 'org_first');
    for (let more = 1; more < limits.organizationsPerPerson; more += 1) await found(owner, 'Engines');
    expect(await found(owner, 'Engines', 'org_first')).toEqual({ ...first, replayed: true });
    const made = await project('org_first', 'prj_first');
    for (let more = 1; more < limits.projectsPerOrganization; more += 1) await project('org_first');
    expect(await project('org_first', 'prj_first')).toEqual(made);
    await expect(project('org_first')).rejects.toMatchObject({ type: 'invalid_state' });
  });
});

test('the list is complete page by page, newest first', async () => {
  const owner = someone();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await found(owner, name);
  const pages: string[][] = [];
  let cursor: { createdAt: string; id: string } | undefined;
  for (;;) {
    const page = await listOrganizations(table, owner, { limit: 2, cursor });
    pages.push(page.data.map(({ name }) => name));
    if (!page.has_more) break;
    const last = page.data.at(-1);
    cursor = { createdAt: last?.created_at ?? '', id: last?.id ?? '' };
  }
  expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
});

describe('a project that the operator made', () => {
  const adopt = (user: ReturnType<typeof someone>, projectId: string) =>
    adoptProject({ table, now }, user, projectId);

  test('a project that the operator made belongs to the first person who adopts it, and to no other', async () => {
    const first = someone();
    const second = someone();
    const projectId = randomId('prj');
    const adopted = await adopt(first, projectId);
    expect(await adopt(second, projectId)).toBeUndefined();
    const { data } = await listOrganizations(table, first, { limit: 10 });
    expect(data).toMatchObject([{ id: adopted, name: 'My organization', role: 'owner' }]);
    const [organization] = data;
    expect(await requireProject(table, first, projectId)).toMatchObject({
      organizationId: organization?.id,
    });
    await expect(requireProject(table, second, projectId)).rejects.toMatchObject({
      type: 'not_found',
    });
    expect((await listOrganizations(table, second, { limit: 10 })).data).toEqual([]);
  });

  test('a project that the operator made stays deleted once somebody has adopted and deleted it', async () => {
    const user = someone();
    const projectId = randomId('prj');
    await adopt(user, projectId);
    await deleteProject({ table, closeKeys: async () => [], now }, { projectId }, user);
    expect(await adopt(user, projectId)).toBeUndefined();
    expect(await findProject(table, projectId)).toBeUndefined();
  });

  test('a project can be adopted again after a crash between the organization and the project', async () => {
    const user = someone();
    const projectId = randomId('prj');
    let transactions = 0;
    const transact: typeof table.transact = async (writes) => {
      transactions += 1;
      if (transactions === 2) throw new Error('crash');
      return table.transact(writes);
    };
    const crashing = { table: { ...table, transact }, now };
    await expect(adoptProject(crashing, user, projectId)).rejects.toThrow('crash');
    expect(await adopt(user, projectId)).toBeDefined();
    expect((await listOrganizations(table, user, { limit: 10 })).data.length).toBe(1);
  });
});
