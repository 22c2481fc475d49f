import { describe, expect, test } from 'vitest';
import { nextTryAt, retryAfterMs, retryDelaysMs, nextHealth } from '#lib/domain/webhooks/schedule.ts';
import { day, hour } from '../../../support/webhook-world.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();

describe('the retry schedule', () => {
  test('ten tries are spread over 75.6 hours, each within a fifth of its time', () => {
    expect(retryDelaysMs).toHaveLength(10);
    expect(retryDelaysMs.reduce((sum, ms) => sum + ms, 0)).toBe(75 * hour + 35 * 60_000 + 5_000);
    for (const [tries, delayMs] of retryDelaysMs.entries()) {
      const waits = [0, 0.5, 1].map(
        (chance) =>
          (nextTryAt(tries, { now, pauseMs: 0, random: () => chance })?.getTime() ?? 0) - now.getTime(),
      );
      expect(waits).toEqual([0.8, 1, 1.2].map((share) => Math.round(share * delayMs)));
    }
    expect(nextTryAt(10, { now, pauseMs: 0, random: () => 0 })).toBeUndefined();
  });

  test("a retry never comes sooner than the receiver's Retry-After", () => {
    const next = nextTryAt(1, { now, pauseMs: hour, random: () => 0.5 });
    expect(next).toEqual(new Date(now.getTime() + hour));
  });
});

test.each([
  [undefined, 0],
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Fri, 20 Nov 2026 10:05:00 GMT', 300_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['86401', day],
  ['9'.repeat(400), day],
  ['Fri, 20 Nov 2099 10:05:00 GMT', day],
  ['-5', 0],
  ['1e9', 0],
  ['soon', 0],
  ['', 0],
])('Retry-After %j is a pause of %d ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});

describe('a webhook', () => {
  test.each([
    ['an endpoint that was healthy begins to fail', {}, { kind: 'failing', since: ago(0) }],
    [
      'an endpoint that has failed for an hour is known to fail',
      { failingSince: ago(hour), lastFailedAt: ago(hour) },
      { kind: 'known' },
    ],
    [
      'an endpoint that keeps failing is recorded at intervals',
      { failingSince: ago(day), lastFailedAt: ago(7 * hour) },
      { kind: 'failing', since: ago(day) },
    ],
    [
      'an endpoint that failed for five days is given up',
      { failingSince: ago(5 * day), lastFailedAt: ago(day) },
      { kind: 'failed_too_long' },
    ],
    [
      'an endpoint that failed a month ago, without deliveries since, begins to fail',
      { failingSince: ago(30 * day), lastFailedAt: ago(27 * day) },
      { kind: 'failing', since: ago(0) },
    ],
  ])('%s', (_, health, verdict) => {
    expect(nextHealth(health, now)).toEqual(verdict);
  });
});
