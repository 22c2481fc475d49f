import { beforeEach, expect, test } from 'vitest';
import { leaseMs } from '#lib/domain/transcriptions/timing.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { chunks: 2, parts: 0 });
});

test('a part whose worker died before it reported the part is reported by another, which recognizes nothing again', async () => {
  const { recognize } = world.script;
  const runs: number[] = [];
  world.script.recognize = async (chunk) => {
    runs.push(chunk.index);
    return recognize(chunk);
  };
  const job = await world.queueUploaded();
  await world.splitWaiting();
  const { store } = world.deps;
  world.deps.store = { ...store, markPartDone: () => Promise.reject(new Error('The worker died.')) };
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message).catch(() => undefined);
  world.deps.store = store;
  await world.sweepAt(world.later(leaseMs + 1));
  await world.run();
  world.script.recognize = recognize;
  expect(runs).toEqual([0, 1]);
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
});

test('the sweeper sends nothing again while chunks are recognized one after another', async () => {
  world.script.chunks = 5;
  const job = await world.queueUploaded();
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) {
    await world.sweepAt(world.later(0.7 * leaseMs));
    expect(world.queues.chunk).toEqual([]);
    await world.recognize(message);
  }
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('a chunk that is recognized after a long wait makes the sweeper look soon again', async () => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  const [first] = world.queues.chunk;
  for (let sweeps = 0; sweeps < 6; sweeps += 1) await world.sweepAt(world.later(20 * 60_000));
  world.queues.chunk.length = 0;
  if (first) await world.recognize(first);
  await world.sweepAt(world.later(leaseMs + 1));
  expect(world.queues.chunk.map(({ index }) => index)).toEqual([1]);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test.each(['before', 'after'] as const)(
  'the finisher is called once if all chunks of each part are recognized %s the part is recorded as cut',
  async (when) => {
    world.script.parts = 3;
    const job = await world.queueUploaded();
    const { store } = world.deps;
    const recognizeAll = async () => {
      for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
    };
    world.deps.store = {
      ...store,
      markPartCut: async (...cut) => {
        if (when === 'before') await recognizeAll();
        return store.markPartCut(...cut);
      },
    };
    while (world.queues.split.length > 0) await world.splitWaiting();
    world.deps.store = store;
    await recognizeAll();
    expect(world.queues.finish).toEqual([{ ...job, attempt: 1 }]);
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  },
);
