import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { startHousekeeping } from '#local/housekeeping.ts';
import { manualClock } from '../support/manual-clock.ts';

test('a failure that repeats every time is logged once', async () => {
  const { clock, advance } = manualClock('2026-11-29T00:00:00Z');
  const logged: string[] = [];
  let cause = 'spawn ps ENOENT';
  const stop = startHousekeeping({
    clock,
    scratchDir: tmpdir(),
    functions: { pools: [] },
    log: (line: string) => logged.push(line),
    onLost: () => {},
    backends: {
      tables: [],
      dynamodb: { call: async () => ({}) },
      s3: { sweepLifecycle: () => Promise.reject(new Error(cause)) },
    },
  });
  const passMinutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute += 1) {
      advance(60_000);
      await new Promise(setImmediate);
    }
  };
  await passMinutes(3);
  expect(logged).toEqual(['Housekeeping failed: Error: spawn ps ENOENT']);
  cause = 'disk full';
  await passMinutes(2);
  expect(logged.slice(1)).toEqual(['Housekeeping failed: Error: disk full']);
  stop();
});
