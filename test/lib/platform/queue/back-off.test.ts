import { beforeEach, expect, test } from 'vitest';
import { maxReceives } from '#lib/platform/queue/receives.ts';
import { backOff } from '#lib/platform/queue/back-off.ts';
import { runRecord } from '../../../support/run-record.ts';

const changes: [string, number][] = [];
beforeEach(() => changes.splice(0));
const waiting = backOff(async (...change) => {
  await new Promise(setImmediate);
  changes.push(change);
});
const failing = (error: unknown) => async () => {
  throw error;
};

test.each([
  [1, 15],
  [2, 30],
  [3, 60],
  [4, 120],
  [maxReceives, 0],
])('after try %i a failed message is received again in %i seconds', async (receives, seconds) => {
  const record = { receives, isLastTry: receives === maxReceives };
  await expect(runRecord(waiting, record, failing(new Error('A bug.')))).rejects.toThrow('A bug.');
  expect(changes).toEqual([['r', seconds]]);
});

test("an outage of AWS leaves the queue's own pause", async () => {
  const outage = Object.assign(new Error('Slow down.'), { $metadata: { httpStatusCode: 503 } });
  await expect(runRecord(waiting, {}, failing(outage))).rejects.toThrow('Slow down.');
  expect(changes).toEqual([]);
});

test('a message that was worked on is left alone', async () => {
  expect(await runRecord(waiting, {})).toBe(true);
  expect(changes).toEqual([]);
});
