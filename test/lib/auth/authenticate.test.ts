import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatKey, generateKey, parseKey } from '#lib/auth/api-key.ts';
import { authenticator } from '#lib/auth/authenticate.ts';
import { createApiKey } from '#lib/auth/create-api-key.ts';
import { keyItemKey } from '#lib/auth/key-record.ts';
import type { Table } from '#lib/aws/table.ts';
import { startTable } from '../../support/table.ts';

let table: Table;
let stop = () => {};
const now = new Date('2026-11-20T10:00:00.000Z');
beforeAll(async () => {
  ({ table, stop } = await startTable());
});
afterAll(() => stop());

const newKey = (mode: 'live' | 'test' = 'live') =>
  createApiKey({ table, now: () => now }, { projectId: 'prj_a', mode });
const ask = (key: string) => authenticator(table)(`Bearer ${key}`);
const idOf = (key: string) => parseKey(key)?.id ?? '';

test('a key tells its project and its mode', async () => {
  const key = await newKey('test');
  expect(await ask(key)).toEqual({ projectId: 'prj_a', keyId: idOf(key), testMode: true });
});

describe('401', () => {
  test.each([undefined, '', 'Bearer ', 'Basic eDp5', 'Bearer es_live_x'])(
    '%j is no key',
    async (authorization) => {
      await expect(authenticator(table)(authorization)).rejects.toMatchObject({ type: 'unauthenticated' });
    },
  );

  test('an unknown key and a wrong secret are refused alike', async () => {
    const key = await newKey();
    const stranger = generateKey('live');
    const forged = formatKey({ ...stranger, id: idOf(key) });
    await expect(ask(formatKey(stranger))).rejects.toMatchObject({ type: 'unauthenticated' });
    await expect(ask(forged)).rejects.toMatchObject({ type: 'unauthenticated' });
  });

  test('a live key cannot pass as a test key', async () => {
    const key = parseKey(await newKey());
    if (!key) throw new Error('A new key parses.');
    await expect(ask(formatKey({ ...key, mode: 'test' }))).rejects.toMatchObject({ type: 'unauthenticated' });
  });

  test('a revoked key stops working at once', async () => {
    const key = await newKey();
    await ask(key);
    const revoke = {
      set: 'SET revokedAt = :now',
      where: 'attribute_exists(pk)',
      values: { ':now': now.toISOString() },
    };
    await table.update({ key: keyItemKey(idOf(key)), ...revoke });
    await expect(ask(key)).rejects.toMatchObject({ type: 'unauthenticated' });
  });
});
