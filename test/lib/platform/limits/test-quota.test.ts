import { expect, test } from 'vitest';
import { secondsToMidnight, takeTestQuota, testQuotaLeft } from '#lib/platform/limits/test-quota.ts';

const now = new Date('2026-11-20T23:59:59.001Z');

test.each([
  ['2026-11-20T00:00:00.000Z', 86_400],
  ['2026-11-20T12:00:00.000Z', 43_200],
  ['2026-11-20T23:59:58.001Z', 2],
  ['2026-11-20T23:59:59.999Z', 1],
])(
  'a caller that waits from %s for %i seconds is in the next UTC day, and not a second earlier',
  (at, seconds) => {
    expect(secondsToMidnight(new Date(at))).toBe(seconds);
  },
);

test('the quota is counted by UTC day', () => {
  const taken = takeTestQuota('prj_a.test', { limitMs: 60_000 }, { audioMs: 1_200, now });
  expect(taken.key).toEqual(testQuotaLeft('prj_a.test', { limitMs: 60_000 }, now).key);
  expect(taken.key.sk).toBe('2026-11-20');
  const tomorrow = new Date(now.getTime() + 1_000);
  expect(testQuotaLeft('prj_a.test', { limitMs: 60_000 }, tomorrow).key.sk).toBe('2026-11-21');
});
