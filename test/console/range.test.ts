import { expect, test, vi } from 'vitest';
import { hashOf, hashWith, searchOf } from '../../console/route.ts';
import { rangeOf } from '../../console/usage/range.ts';

test('the days of the usage page survive their way through its address', () => {
  const range = { start: '2026-10-01', end: '2026-10-31' };
  const address = hashWith(hashOf.project({ projectId: 'prj_a', mode: 'test' }, 'usage'), range);
  expect(address).toBe('#/test/projects/prj_a/usage?start=2026-10-01&end=2026-10-31');
  expect(rangeOf(searchOf(address))).toEqual(range);
});

test.each([
  '',
  'start=2026-10-01',
  'start=2026-10-31&end=2026-10-01',
  'start=2024-10-01&end=2026-10-31',
  'start=2026-02-31&end=2026-03-31',
  'start=x&end=y',
])('an address without valid days shows the last 30: %j', (query) => {
  vi.setSystemTime('2026-11-20T10:00:00.000Z');
  expect(rangeOf(query)).toEqual({ start: '2026-10-22', end: '2026-11-20' });
  vi.useRealTimers();
});
