import { expect, test } from 'vitest';
import { maxUsableKeys } from '#lib/domain/api-keys/project-key.ts';
import type { ApiKeyView } from '#lib/domain/api-keys/views.ts';
import { isFull, maxActiveKeys, activeFirst, isActive } from '../../console/keys/key-state.ts';

const key = (fields: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: 'key_1',
  name: 'server',
  mode: 'live',
  hint: 'es_live_Ab12…',
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: { id: 'usr_a', email: 'ada@example.com' },
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  ...fields,
});
const past = '2020-01-01T00:00:00.000Z';

test('a key is active until it is revoked or expires', () => {
  expect(isActive(key())).toBe(true);
  expect(isActive(key({ revoked_at: past }))).toBe(false);
  expect(isActive(key({ expires_at: past }))).toBe(false);
  const end = '2026-11-20T10:00:00.000Z';
  expect(isActive(key({ expires_at: end }), Date.parse(end) - 1)).toBe(true);
  expect(isActive(key({ expires_at: end }), Date.parse(end))).toBe(false);
});

test('the console counts active keys per mode with the same maximum as the service', () => {
  expect(maxActiveKeys).toBe(maxUsableKeys);
  const two = [key(), key()];
  expect([isFull(two, 'live'), isFull(two, 'test')]).toEqual([true, false]);
  expect(isFull([key(), key({ revoked_at: past }), key({ expires_at: past })], 'live')).toBe(false);
});

test('active keys come first, each group newest first', () => {
  const sorted = [
    key({ name: 'expired', expires_at: past, created_at: '2026-11-23T10:00:00.000Z' }),
    key({ name: 'old' }),
    key({ name: 'revoked', revoked_at: past, created_at: '2026-11-22T10:00:00.000Z' }),
    key({ name: 'new', created_at: '2026-11-21T10:00:00.000Z' }),
  ].toSorted(activeFirst);
  expect(sorted.map(({ name }) => name)).toEqual(['new', 'old', 'expired', 'revoked']);
});
