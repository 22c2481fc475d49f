import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();
beforeEach(() => {
  world.script.chunks = 2;
});

test('progress rises with every chunk', async () => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  const [first] = world.queues.chunk;
  if (!first) throw new Error('Splitting sends a message for every chunk.');
  await world.recognize(first);
  expect(await world.view(job)).toMatchObject({
    status: 'processing',
    progress: { percent: 50, processed_ms: 30_000, total_ms: 60_000 },
  });
});

test('a chunk is recognized while the rest of the audio is still being split', async () => {
  const job = await world.queueUploaded();
  const { cut } = world.deps;
  const meanwhile: unknown[] = [];
  world.deps.cut = async function* (file, options) {
    const chunks = cut(file, options);
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) return value;
      yield value;
      await expect.poll(() => world.queues.chunk.length).toBeGreaterThan(0);
      for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
      meanwhile.push((await world.view(job)).progress);
    }
  };
  await world.splitWaiting();
  world.deps.cut = cut;
  expect(meanwhile).toEqual([
    { percent: 0, processed_ms: 30_000, total_ms: null },
    { percent: 0, processed_ms: 60_000, total_ms: null },
  ]);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
});

const indices = [0, 1, 2, 3];
const anyOrder = fc.shuffledSubarray(indices, { minLength: indices.length });

test('progress only rises and the text is the same in any order of recognition', async () => {
  world.script.chunks = indices.length;
  const property = fc.asyncProperty(anyOrder, fc.nat(indices.length), async (order, beforeTheEnd) => {
    const job = await world.queueUploaded();
    const seen = [(await world.view(job)).progress];
    const recognize = async (some: readonly number[]) => {
      for (const index of some) {
        await world.recognize({ ...job, attempt: 1, index });
        seen.push((await world.view(job)).progress);
      }
    };
    const { cut } = world.deps;
    world.deps.cut = async function* (file, options) {
      const audioMs = yield* cut(file, options);
      await recognize(order.slice(0, beforeTheEnd));
      return audioMs;
    };
    await world.splitWaiting();
    world.deps.cut = cut;
    await recognize(order.slice(beforeTheEnd));
    await world.run();
    const { progress, transcript } = await world.view(job);
    for (const values of [seen.map(({ percent }) => percent), seen.map(({ processed_ms: ms }) => ms)]) {
      expect(values).toEqual(values.toSorted((a, b) => Number(a) - Number(b)));
    }
    expect(progress).toEqual({ percent: 100, processed_ms: 120_000, total_ms: 120_000 });
    expect(transcript).toBe('Word0. Word1. Word2. Word3.');
  });
  await fc.assert(property, { numRuns: 5 });
});

test('when a chunk cannot be stored the decoder is stopped, and the job retried later', async () => {
  const job = await world.queueUploaded();
  const { cut, audio } = world.deps;
  let isStopped = false;
  world.deps.cut = async function* (file, options) {
    try {
      return yield* cut(file, options);
    } finally {
      isStopped = true;
    }
  };
  world.deps.audio = { ...audio, put: () => Promise.reject(new Error('The bucket is unreachable.')) };
  const [message] = world.queues.split.splice(0);
  await expect(world.split(message ?? job)).rejects.toThrow('The bucket is unreachable.');
  Object.assign(world.deps, { cut, audio });
  expect(isStopped).toBe(true);
  await world.sweepAt(world.later(3 * 60_000));
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
});

test('a corrupt file fails its job only after the previous chunk was stored, so that none is left behind', async () => {
  const job = await world.queueUploaded();
  const { cut, audio } = world.deps;
  const stored = Promise.withResolvers<void>();
  world.deps.cut = async function* (file, options) {
    const { value } = await cut(file, options).next();
    if (typeof value === 'object') yield value;
    setImmediate(stored.resolve);
    throw new JobFailure('audio_unreadable', 'It is cut off.');
  };
  world.deps.audio = { ...audio, put: (...object) => stored.promise.then(() => audio.put(...object)) };
  await world.splitWaiting();
  Object.assign(world.deps, { cut, audio });
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_unreadable' } });
  expect([...audio.objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
});
