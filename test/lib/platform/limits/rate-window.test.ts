import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptySlots,
  freeSlots,
  lastTakenOf,
  rateLimitHeaders,
  secondsToNextSlot,
  windowMs,
} from '#lib/platform/limits/rate-window.ts';

/** Runs requests at the given times. Returns which of them were admitted. */
const admitted = (instants: readonly number[], limit: number): number[] => {
  const slots = [...emptySlots(limit)];
  return instants.filter((now) => {
    const slot = freeSlots(slots, now)[0];
    if (slot !== undefined) slots[slot] = now;
    return slot !== undefined;
  });
};

const schedules = fc
  .array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 300 })
  .map((gaps) => gaps.map((_, at) => 1_000_000 + gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap, 0)));

test('no window of 60 s admits more than the limit, and none below the limit refuses', () => {
  fc.assert(
    fc.property(schedules, fc.constantFrom(1, 7, 60, 240), (instants, limit) => {
      const passed = admitted(instants, limit);
      const inWindow = (end: number) => passed.filter((at) => at > end - windowMs && at <= end).length;
      for (const at of passed) expect(inWindow(at)).toBeLessThanOrEqual(limit);
      const refused = instants.filter((at) => !passed.includes(at));
      for (const at of refused) expect(inWindow(at)).toBe(limit);
    }),
    { numRuns: 60 },
  );
});

test('a caller that waits for Retry-After is admitted, and not a second earlier', () => {
  const start = 1_000_000;
  const slots = Array.from({ length: 60 }, (_, slot) => start + slot * 100);
  const now = start + 7_300;
  const seconds = secondsToNextSlot(slots, now);
  expect(freeSlots(slots, now + seconds * 1000)).not.toEqual([]);
  expect(freeSlots(slots, now + (seconds - 1) * 1000)).toEqual([]);
});

test('the rate-limit headers state policy, remaining requests and reset', () => {
  const slots = [1_000_000, 1_010_000, ...emptySlots(60 - 2)];
  expect(rateLimitHeaders(slots, 1_020_000)).toEqual({
    'ratelimit-policy': '"requests";q=60;w=60',
    ratelimit: '"requests";r=58;t=40',
  });
});

test('the slots of an item give the time of the latest request, however old', () => {
  expect(lastTakenOf({ pk: 'key', s1: 7, s99: 1_000_000, s100: 3, size: 2_000_000 })).toBe(1_000_000);
  expect(lastTakenOf({ pk: 'key' })).toBeUndefined();
});
