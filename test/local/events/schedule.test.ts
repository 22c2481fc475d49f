import { describe, expect, test } from 'vitest';
import { repeat } from '#local/events/clock.ts';
import { parseSchedule } from '#local/events/schedule.ts';
import { manualClock } from './manual-clock.ts';

const next = (expression: string, from: string) => parseSchedule(expression)(new Date(from)).toISOString();

test.each([
  ['rate(1 minute)', '2026-11-20T23:14:05.000Z', '2026-11-20T23:15:05.000Z'],
  ['rate(5 minutes)', '2026-11-20T23:14:05.000Z', '2026-11-20T23:19:05.000Z'],
  ['rate(2 hours)', '2026-11-20T23:14:00.000Z', '2026-11-21T01:14:00.000Z'],
  ['rate(1 day)', '2026-11-20T23:14:00.000Z', '2026-11-21T23:14:00.000Z'],
  ['cron(0 12 * * ? *)', '2026-11-20T23:14:00.000Z', '2026-11-21T12:00:00.000Z'],
  ['cron(0/15 * * * ? *)', '2026-11-20T23:14:59.999Z', '2026-11-20T23:15:00.000Z'],
  ['cron(0/15 * * * ? *)', '2026-11-20T23:15:00.000Z', '2026-11-20T23:30:00.000Z'],
  ['cron(30 8 ? * MON-FRI *)', '2026-11-20T23:14:00.000Z', '2026-11-23T08:30:00.000Z'],
  ['cron(0 0 ? * 1 *)', '2026-11-20T23:14:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['cron(15 10,22 1 JAN,JUL ? *)', '2026-11-20T23:14:00.000Z', '2027-01-01T10:15:00.000Z'],
  ['cron(0 0 29 2 ? *)', '2026-11-20T23:14:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['cron(0 0 1 1 ? 2030)', '2026-11-20T23:14:00.000Z', '2030-01-01T00:00:00.000Z'],
])('the schedule %s after %s fires at %s', (expression, from, expected) => {
  expect(next(expression, from)).toBe(expected);
});

describe('invalid schedules', () => {
  test.each([
    'rate(0 minutes)',
    'rate(5 weeks)',
    'cron(0 12 * *)',
    'cron(61 * * * ? *)',
    'cron(x * * * ? *)',
    'at(2026)',
  ])('the invalid schedule %s is refused', (expression) => {
    expect(() => parseSchedule(expression)).toThrow(/is not a (schedule|cron field)/);
  });

  test('a schedule that never fires is refused', () => {
    expect(() => next('cron(0 0 31 2 ? *)', '2026-11-20T00:00:00Z')).toThrow(/never fires/);
  });
});

test('a schedule runs at each of its times until it is stopped', () => {
  const { clock, advance } = manualClock('2026-11-20T23:14:30Z');
  const runs: string[] = [];
  const stop = repeat(clock, parseSchedule('cron(* * * * ? *)'), () => runs.push(clock.now().toISOString()));
  advance(95_000);
  expect(runs).toEqual(['2026-11-20T23:15:00.000Z', '2026-11-20T23:16:00.000Z']);
  stop();
  advance(600_000);
  expect(runs).toHaveLength(2);
});
