import { expect, test } from 'vitest';
import { createPool } from '#local/lambda/pool.ts';
import type { Outcome } from '#local/lambda/protocol.ts';
import type { FunctionSpec, Worker } from '#local/lambda/worker.ts';

const spec: FunctionSpec = {
  name: 'fn',
  arn: '',
  file: '',
  exportName: '',
  environment: {},
  memoryMb: 128,
  timeoutMs: 1_000,
  concurrency: 4,
  retryAttempts: 2,
};

/** Processes that become ready when the test says so, and then stay busy. */
const aPool = () => {
  const started: { readonly becomeReady: () => void }[] = [];
  const start = (): Worker => {
    const ready = Promise.withResolvers<void>();
    started.push({ becomeReady: ready.resolve });
    const invoke = (): Promise<Outcome> => new Promise(() => {});
    return {
      id: String(started.length),
      pid: undefined,
      ready: ready.promise,
      closed: ready.promise,
      isAlive: () => true,
      invoke,
      kill: () => {},
    };
  };
  const pool = createPool(spec, { start, onFailure: () => {}, maxConcurrentStarts: 2 });
  return { pool, started };
};

const settled = () => new Promise(setImmediate);

test('a burst of events starts at most maxConcurrentStarts processes at once', async () => {
  const { pool, started } = aPool();
  for (let event = 0; event < 9; event += 1) void pool.invoke('{}');
  await settled();
  expect(started).toHaveLength(2);
  started[0]?.becomeReady();
  await settled();
  expect(started).toHaveLength(3);
  for (const { becomeReady } of started) becomeReady();
  await settled();
  expect([started.length, pool.busyWorkers().length]).toEqual([4, 4]);
});
