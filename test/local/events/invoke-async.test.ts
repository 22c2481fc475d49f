import { expect, test } from 'vitest';
import { asyncInvoker } from '#local/events/invoke-async.ts';
import { scriptedPool } from '../lambda/scripted-pool.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = (failures: number, retryAttempts = 2) => {
  const { clock, advance, waiting } = manualClock('2026-11-20T23:14:00Z');
  const events: string[] = [];
  const log: string[] = [];
  const pool = scriptedPool((event) => {
    events.push(event);
    if (events.length <= failures) throw new Error('not now');
  });
  const configured = { ...pool, spec: { ...pool.spec, retryAttempts } };
  asyncInvoker(clock, (line) => log.push(line))(configured, { id: 1 });
  return { events, log, advance, waiting };
};

test('a failed event is retried twice', async () => {
  const { events, log, advance, waiting } = world(2);
  await expect.poll(waiting).toEqual([1000]);
  advance(1000);
  await expect.poll(waiting).toEqual([2000]);
  advance(2000);
  await expect.poll(() => events).toEqual(['{"id":1}', '{"id":1}', '{"id":1}']);
  expect(log).toEqual([]);
});

test('after three failures the event is dropped, and the log says so', async () => {
  const { events, log, advance, waiting } = world(99);
  for (const delay of [1000, 2000]) {
    await expect.poll(waiting).toEqual([delay]);
    advance(delay);
  }
  await expect.poll(() => log).toHaveLength(1);
  expect(events).toHaveLength(3);
  expect(waiting()).toEqual([]);
});

test('a successful event is not retried', async () => {
  const { events, waiting } = world(0);
  await expect.poll(() => events).toHaveLength(1);
  expect(waiting()).toEqual([]);
});

test('a failed event of a function without retries is dropped at once', async () => {
  const { events, log, waiting } = world(99, 0);
  await expect.poll(() => events).toHaveLength(1);
  expect(waiting()).toEqual([]);
  expect(log).toEqual([]);
});
