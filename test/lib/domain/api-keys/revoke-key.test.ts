import { expect, test } from 'vitest';
import { createKey } from '#lib/domain/api-keys/create-key.ts';
import { listKeys } from '#lib/domain/api-keys/list-keys.ts';
import { keyList, usableKeysOf, projectKeyKey, usableKeyIds } from '#lib/domain/api-keys/project-key.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { parseKey } from '#lib/domain/auth/api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { listAudit } from '#lib/domain/organizations/audit-log.ts';
import { assigning, type Key } from '#lib/platform/aws/table.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aMember } from '../../../support/a-member.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const now = () => new Date('2026-11-21T10:00:00.000Z');
const markedAt = '2026-11-20T10:00:00.000Z';
const actor = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

/** A key of which an operator marked these copies as revoked. The operator did not remove it from the usable keys. */
const aMarkedKey = async (copies: readonly ('own' | 'record' | 'row')[]) => {
  const project = { projectId: randomId('prj'), organizationId: randomId('org') };
  const { projectId } = project;
  const deps = { table, now, newId: () => randomId('key') };
  const body = { name: 'server', mode: 'live' as const, expires_at: null };
  await aMember(table, { ...project, userId: actor.id });
  const { value: key } = await createKey(deps, project, { user: actor, body, bodyFingerprint: 'f' });
  const keys: Readonly<Record<(typeof copies)[number], Key>> = {
    own: projectKeyKey({ projectId, id: key.id }),
    record: keyItemKey(parseKey(key.secret ?? '')?.id ?? ''),
    row: rowKey(keyList(projectId), { id: key.id, createdAt: key.created_at }),
  };
  for (const copy of copies) await table.update({ key: keys[copy], ...assigning({ revokedAt: markedAt }) });
  return {
    revoke: () => revokeKey({ table, now }, { projectId, id: key.id }, { ...project, actor }),
    /** The time at which the key was revoked, in each copy. */
    revoked: async () => [
      (await table.get(keys.own))?.['revokedAt'],
      (await table.get(keys.record))?.['revokedAt'],
      (await listKeys(table, project, { limit: 100 })).data[0]?.revoked_at,
    ],
    usable: async () => usableKeyIds(await table.get(usableKeysOf({ projectId, mode: 'live' }).key)),
    actions: async () => (await listAudit(table, project, { limit: 100 })).data.map(({ action }) => action),
  };
};

test('revoking a key that was marked as revoked after a restore of the table frees its place, and is no news', async () => {
  const { revoke, revoked, usable, actions } = await aMarkedKey(['own', 'record', 'row']);
  await revoke();
  expect(await usable()).toEqual([]);
  expect(await revoked()).toEqual([markedAt, markedAt, markedAt]);
  expect(await actions()).toEqual(['api_key.created']);
});

test('revoking a key whose authentication record alone was marked marks the others too, and is news', async () => {
  const { revoke, revoked, usable, actions } = await aMarkedKey(['record']);
  await revoke();
  expect(await usable()).toEqual([]);
  expect(await revoked()).toEqual([now().toISOString(), markedAt, now().toISOString()]);
  expect((await actions()).toSorted()).toEqual(['api_key.created', 'api_key.revoked']);
});

test('revoking a key of which all but the authentication record was marked ends it, too', async () => {
  const { revoke, revoked, usable } = await aMarkedKey(['own', 'row']);
  await revoke();
  expect(await usable()).toEqual([]);
  expect(await revoked()).toEqual([markedAt, now().toISOString(), markedAt]);
});
