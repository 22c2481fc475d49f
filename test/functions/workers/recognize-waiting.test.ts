import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/recognize-waiting.ts';
import type { Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { say } from '../../support/scripted-speech.ts';

const world = await startProtocol();

let calls = 0;
const removed: string[] = [];
beforeEach(() => {
  removed.splice(0);
  calls = 0;
});

/** A helper that finds the chunks of a new job on the queue. */
const help = async (recognize: Recognizer['recognize'] = async (chunk) => say(chunk)) => {
  const job = await world.queueUploaded({});
  await world.splitWaiting();
  const waiting = [
    ...queueEvent(...world.queues.chunk.splice(0).map((body) => ({ body, waitedMs: 300 }))).Records,
  ];
  await createHandler({
    ...world.deps,
    recognizer: { recognize },
    translatesTo: [],
    changeVisibility: async () => {},
    receive: async () => waiting.shift(),
    remove: async (receiptHandle) => void removed.push(receiptHandle),
    callHelper: async () => {
      calls += 1;
    },
  })({}, lambdaContext);
  return job;
};

test('a helper recognizes all chunks that wait, and sends their job to be finished', async () => {
  const job = await help();
  expect(removed).toEqual(['r0', 'r1']);
  expect(world.queues.finish).toEqual([{ ...job, attempt: 1 }]);
});

test(
  'a helper recognizes the next chunk while it stores the text of the one before',
  { timeout: 5_000 },
  async () => {
    const { audio } = world.deps;
    const begun = Promise.withResolvers<void>();
    let chunks = 0;
    world.deps.audio = {
      ...audio,
      put: async (key, ...body) => {
        if (key.endsWith('.json')) await begun.promise;
        await audio.put(key, ...body);
      },
    };
    const job = await help(async (chunk) => {
      chunks += 1;
      if (chunks === 2) begun.resolve();
      return say(chunk);
    });
    world.deps.audio = audio;
    expect(removed.toSorted()).toEqual(['r0', 'r1']);
    expect(world.queues.finish).toEqual([{ ...job, attempt: 1 }]);
  },
);

test('a helper calls others once, however many chunks it finds', async () => {
  await help();
  expect(calls).toBe(2);
});

test('a chunk that a helper cannot recognize stays on the queue', async () => {
  const job = await help(() => Promise.reject(new Error('The engine failed.')));
  expect(removed).toEqual([]);
  expect((await world.deps.store.find(job))?.status).toBe('processing');
});
