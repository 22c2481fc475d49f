import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { closeKeys } from '#lib/domain/api-keys/key-repository.ts';
import { projectKeyKey } from '#lib/domain/api-keys/project-key.ts';
import { listKeys } from '#lib/domain/api-keys/list-keys.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { createOperatorKey } from '#lib/domain/organizations/create-operator-key.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { deleteProject } from '#lib/domain/organizations/delete-project.ts';
import { assigning } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { aMember } from '../../../support/a-member.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();
const now = () => new Date('2026-11-21T10:00:00.000Z');
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

/** A project of an organization. The operator adds live keys to the project. */
const aProject = async () => {
  const projectId = randomId('prj');
  const organizationId = randomId('org');
  const deps = { table, now, newId: () => projectId, limits: Limits.parse({}) };
  await createProject(deps, { organizationId }, { user, body: { name: 'P' }, bodyFingerprint: 'p' });
  return {
    projectId,
    organizationId,
    add: () => createOperatorKey({ table, now }, { projectId, mode: 'live' }),
    all: async () => (await listKeys(table, { projectId }, { limit: 100 })).data,
    revoke: (id: string) => revokeKey({ table, now }, { projectId, id }, { organizationId, actor: user }),
  };
};
const callerOf = async (key: string) =>
  (await authenticator(table, 60, { now, random: randomInt })(`Bearer ${key}`)).caller;
const isUnknown = { type: 'unauthenticated' };

test('a key of a project without organization is paid by nobody', async () => {
  const projectId = randomId('prj');
  const key = await createOperatorKey({ table, now }, { projectId, mode: 'test' });
  expect(await callerOf(key)).toMatchObject({ tenant: `${projectId}.test`, organizationId: null });
});

test('the organization of a project pays for a key that the operator adds, sees it and revokes it', async () => {
  const { organizationId, add, all, revoke } = await aProject();
  const key = await add();
  expect((await callerOf(key)).organizationId).toBe(organizationId);
  const [listed, ...others] = await all();
  expect(listed).toMatchObject({ mode: 'live', created_by: { id: 'operator' }, revoked_at: null });
  expect(others).toEqual([]);
  await revoke(listed?.id ?? '');
  await expect(callerOf(key)).rejects.toMatchObject(isUnknown);
});

test('a key that the operator adds is one of the two of its project', async () => {
  const { add, all, revoke } = await aProject();
  await add();
  await add();
  await expect(add()).rejects.toThrow('Revoke one');
  const [listed] = await all();
  await revoke(listed?.id ?? '');
  await add();
  expect(await all()).toHaveLength(3);
});

test('a key that an operator only marked as revoked, to stop a customer, makes room for the operator’s own', async () => {
  const { projectId, add, all } = await aProject();
  await add();
  await add();
  const [listed] = await all();
  const marked = assigning({ revokedAt: now().toISOString() });
  await table.update({ key: projectKeyKey({ projectId, id: listed?.id ?? '' }), ...marked });
  await add();
  await expect(add()).rejects.toThrow('Revoke one');
});

test('a key that the operator added is refused once its project is deleted, which gets no other', async () => {
  const { projectId, organizationId, add } = await aProject();
  await aMember(table, { organizationId, userId: user.id });
  const key = await add();
  const closing = (id: string, at: Date) => closeKeys(table, id, at);
  await deleteProject({ table, closeKeys: closing, now }, { projectId }, user);
  await expect(callerOf(key)).rejects.toMatchObject(isUnknown);
  await expect(add()).rejects.toThrow('deleted');
});
