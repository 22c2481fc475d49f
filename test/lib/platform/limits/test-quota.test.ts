import { expect, test } from 'vitest';
import { readTestQuota, secondsToMidnight, takeTestQuota } from '#lib/platform/limits/test-quota.ts';
import { anyTable } from '../../../support/table.ts';

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

test('the quota is counted by UTC day', async () => {
  const { table } = await anyTable();
  const now = new Date('2026-11-20T23:59:59.999Z');
  const take = () => table.update(takeTestQuota('prj_a.test', { limitMs: 2_000 }, { audioMs: 1_200, now }));
  const taken = [await take(), await take(), await take()].map(({ done }) => done);
  expect(taken).toEqual([true, true, false]);
  expect(await readTestQuota(table, 'prj_a.test', now)).toBe(2_400);
  expect(await readTestQuota(table, 'prj_a.test', new Date(now.getTime() + 1))).toBe(0);
  expect(await readTestQuota(table, 'prj_b.test', now)).toBe(0);
});

test('a quota that is used up to the millisecond has nothing left', async () => {
  const { table } = await anyTable();
  const now = new Date('2026-11-20T10:00:00.000Z');
  const take = () => table.update(takeTestQuota('prj_a.test', { limitMs: 2_000 }, { audioMs: 1_000, now }));
  expect([await take(), await take(), await take()].map(({ done }) => done)).toEqual([true, true, false]);
});
