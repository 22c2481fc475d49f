import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#lib/api-keys/create-key.ts';
import { listKeys } from '#lib/api-keys/list-keys.ts';
import { revokeKey } from '#lib/api-keys/revoke-key.ts';
import { authenticator } from '#lib/auth/authenticate.ts';
import type { KeyMode } from '#lib/auth/api-key.ts';
import { randomId } from '#lib/ids.ts';
import { startTable } from '../../support/table.ts';

let started: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  started = await startTable();
});
afterAll(() => started.stop());

const now = () => new Date('2026-11-21T10:00:00.000Z');

/** A fresh project and what its owner does with its keys. */
const aProject = () => {
  const { table } = started;
  const project = { projectId: randomId('prj'), organizationId: randomId('org') };
  const create = (mode: KeyMode, id = randomId('key'), name = 'server') =>
    createKey({ table, now, newId: () => id }, project, { body: { name, mode }, bodyFingerprint: name });
  return {
    ...project,
    create,
    all: async () => (await listKeys(table, project, { limit: 100 })).data,
    revoke: (id: string) => revokeKey({ table, now }, { ...project, id }),
    ask: (secret: string | null) => authenticator(table)(`Bearer ${secret}`),
  };
};

test('a key works from its creation to its revocation, which may be repeated', async () => {
  const { projectId, create, revoke, ask } = aProject();
  const { answer } = await create('live');
  expect((await ask(answer.secret)).caller).toMatchObject({ tenant: `${projectId}.live` });
  await revoke(answer.id);
  await expect(ask(answer.secret)).rejects.toMatchObject({ type: 'unauthenticated' });
  await revoke(answer.id);
});

test('the list tells how a key begins and when it was revoked, and nothing that opens anything', async () => {
  const { create, revoke, all } = aProject();
  const { answer } = await create('test');
  await revoke(answer.id);
  const { secret, ...told } = answer;
  expect(await all()).toEqual([{ ...told, revoked_at: now().toISOString() }]);
  expect(secret?.startsWith(told.hint.slice(0, -1))).toBe(true);
});

test('a repeated request is the same key, whose secret nobody has any more', async () => {
  const { create, all } = aProject();
  const { answer } = await create('live', 'key_a');
  expect(await create('live', 'key_a')).toEqual({ answer: { ...answer, secret: null }, replayed: true });
  expect(await all()).toHaveLength(1);
  await expect(create('live', 'key_a', 'another name')).rejects.toMatchObject({
    type: 'idempotency_key_reused',
  });
});

describe('a project has at most two keys of a mode that work', () => {
  test('also when many are made at once', async () => {
    const { create, all } = aProject();
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => create('live')));
    const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.type] : []));
    expect(refusals).toEqual(Array.from({ length: 18 }, () => 'invalid_state'));
    expect(await all()).toHaveLength(2);
    expect((await create('test')).replayed).toBe(false);
  });

  test('and a place is free again when one is revoked, once however often that is asked', async () => {
    const { create, revoke } = aProject();
    const { answer } = await create('live');
    await create('live');
    await Promise.all([revoke(answer.id), revoke(answer.id), revoke(answer.id)]);
    await create('live');
    await expect(create('live')).rejects.toMatchObject({ type: 'invalid_state' });
  });
});

test.each(['key_x', randomId('key'), '../../x'])('a key %s that is not there is not found', async (id) => {
  await expect(aProject().revoke(id)).rejects.toMatchObject({ type: 'not_found' });
});

test('a key of another project is not found', async () => {
  const { answer } = await aProject().create('live');
  const other = aProject();
  await expect(other.revoke(answer.id)).rejects.toMatchObject({ type: 'not_found' });
});
