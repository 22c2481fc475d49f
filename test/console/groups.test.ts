import { expect, test } from 'vitest';
import { keyLabel, totalGroups } from '../../console/usage/groups.ts';

const group = (date: string, key_id: string, audio_ms: number) => ({
  date,
  key_id,
  audio_ms,
  language: 'en',
  jobs: 1,
  amount_usd: '0.000100',
});

test('groups are summed over days, the most audio first', () => {
  const groups = [group('2026-11-19', 'a', 5), group('2026-11-20', 'a', 6), group('2026-11-20', 'b', 20)];
  expect(totalGroups(groups)).toEqual([
    { key_id: 'b', language: 'en', jobs: 1, audio_ms: 20, amount_usd: '0.000100' },
    { key_id: 'a', language: 'en', jobs: 2, audio_ms: 11, amount_usd: '0.000200' },
  ]);
});

test.each([
  ['h8Fk2LmQ7sT4vX1z', 'server'],
  ['zzzzzzzzzzzzzzzz', 'zzzzzzzzzzzzzzzz'],
  ['usr_4zq2gd7vnb5wyhrx3kmt6pjsce', 'This console'],
  [null, 'Unknown'],
])('the key %s is shown as %s', (keyId, label) => {
  expect(keyLabel(keyId, [{ mode: 'live', hint: 'es_live_h8Fk…', name: 'server' }])).toBe(label);
});
