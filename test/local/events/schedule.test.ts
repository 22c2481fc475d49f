import { expect, test } from 'vitest';
import { repeat } from '#local/events/clock.ts';
import { parseSchedule } from '#local/events/schedule.ts';
import { manualClock } from '../../support/manual-clock.ts';

const next = (expression: string, from: string) => parseSchedule(expression)(new Date(from)).toISOString();

test.each([
  ['rate(1 minute)', '2026-11-20T23:14:05.000Z', '2026-11-20T23:15:05.000Z'],
  ['rate(5 minutes)', '2026-11-20T23:14:05.000Z', '2026-11-20T23:19:05.000Z'],
  ['rate(2 hours)', '2026-11-20T23:14:00.000Z', '2026-11-21T01:14:00.000Z'],
  ['rate(1 day)', '2026-11-20T23:14:00.000Z', '2026-11-21T23:14:00.000Z'],
  ['cron(0 12 * * ? *)', '2026-11-20T23:14:00.000Z', '2026-11-21T12:00:00.000Z'],
  ['cron(15 23 * * ? *)', '2026-11-20T23:14:59.999Z', '2026-11-20T23:15:00.000Z'],
  ['cron(15 23 * * ? *)', '2026-11-20T23:15:00.000Z', '2026-11-21T23:15:00.000Z'],
])('the schedule %s after %s fires at %s', (expression, from, expected) => {
  expect(next(expression, from)).toBe(expected);
});

test.each([
  'rate(0 minutes)',
  'rate(5 weeks)',
  'cron(0 12 * *)',
  'cron(61 12 * * ? *)',
  'cron(0 24 * * ? *)',
  'cron(0 12 ? * MON *)',
  'at(2026)',
])('the schedule %s is refused', (expression) => {
  expect(() => parseSchedule(expression)).toThrow('is not a schedule that is supported here');
});

test('a schedule runs at each of its times until it is stopped', () => {
  const { clock, advance } = manualClock('2026-11-20T23:14:30Z');
  const runs: string[] = [];
  const stop = repeat(clock, parseSchedule('rate(1 minute)'), () => runs.push(clock.now().toISOString()));
  advance(125_000);
  expect(runs).toEqual(['2026-11-20T23:15:30.000Z', '2026-11-20T23:16:30.000Z']);
  stop();
  advance(600_000);
  expect(runs).toHaveLength(2);
});
