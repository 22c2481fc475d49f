import { beforeEach, expect, test, vi } from 'vitest';
import { createHandler } from '#functions/workers/recognize-chunk.ts';
import { isTerminal } from '#lib/domain/transcriptions/transcription.ts';
import type { Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import type { ChunkOptions } from '#lib/speech/engines/recognize-heard.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { say } from '../../support/scripted-speech.ts';

const world = await startProtocol();

const requests: ChunkOptions[] = [];
const hidden: [string, number][] = [];
let recognize: Recognizer['recognize'];
let calls = 0;
let splitters = 0;
beforeEach(() => {
  calls = 0;
  splitters = 0;
  requests.splice(0);
  hidden.splice(0);
  recognize = async (chunk, options) => {
    requests.push(options);
    return say(chunk);
  };
});

const deliver = (body: unknown, receives = 1, waitedMs = 0) =>
  createHandler({
    ...world.deps,
    recognizer: { recognize: (...args) => recognize(...args) },
    translatesTo: ['es'],
    changeVisibility: async (...change) => void hidden.push(change),
    callHelper: async () => {
      calls += 1;
    },
    callSplitter: async () => {
      splitters += 1;
    },
  })(queueEvent({ body, receives, waitedMs }), lambdaContext);

/** A job with two chunks that wait for recognition. */
const aSplitJob = async (fields: object = {}) => {
  const job = await world.queueUploaded(fields);
  await world.splitWaiting();
  const [first, last] = world.queues.chunk;
  if (!first || !last) throw new Error('Two chunks are sent.');
  return { job, first, last };
};

const done = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: 'm0' }] };

test('the recognizer gets the model, the context, the vocabulary and the language hints of the job, and must return words', async () => {
  const { first } = await aSplitJob({
    model: 'moonshine-tiny',
    context: 'A meeting about whales.',
    custom_vocabulary: ['Earshot'],
    language_hints: ['en'],
  });
  expect(await deliver(first)).toEqual(done);
  expect(requests).toEqual([
    {
      model: 'moonshine-tiny',
      context: 'A meeting about whales.',
      vocabulary: ['Earshot'],
      languageHints: ['en'],
      translateTo: null,
      words: true,
      signal: expect.any(AbortSignal),
    },
  ]);
});

test('the engine translates into a language it supports, and the languages of a two-way translation are hints', async () => {
  const { first } = await aSplitJob({ translation: { type: 'two_way', language_a: 'en', language_b: 'es' } });
  await deliver(first);
  expect(requests).toMatchObject([{ translateTo: 'es', languageHints: ['en', 'es'] }]);
});

test('every chunk has 110 seconds of its own', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { first, last } = await aSplitJob();
  await deliver(first);
  await deliver(last);
  expect(timeout.mock.calls).toEqual([[110_000], [110_000]]);
  expect(requests[0]?.signal).not.toBe(requests[1]?.signal);
  timeout.mockRestore();
});

test('the last chunk of a job sends it to be finished, and the first does not', async () => {
  const { job, first, last } = await aSplitJob();
  await deliver(first);
  expect(world.queues.finish).toEqual([]);
  await deliver(last);
  expect(world.queues.finish).toEqual([{ ...job, attempt: 1 }]);
});

test('a chunk that was recognized before is not recognized again', async () => {
  const { first } = await aSplitJob();
  await deliver(first);
  expect(await deliver(first)).toEqual(done);
  expect(requests).toHaveLength(1);
});

test('a chunk that fails is received again after 15 seconds, and stays undone', async () => {
  const { job, first } = await aSplitJob();
  recognize = async () => {
    throw new Error('The engine failed.');
  };
  expect(await deliver(first)).toEqual(failed);
  expect(hidden).toEqual([['r0', 15]]);
  expect(await world.deps.store.listPartProgress({ ...job, attempt: 1 })).toEqual([]);
});

test('a chunk that fails for the fifth time dies at once, and its job is left to the dead-letter function', async () => {
  const { job, first } = await aSplitJob();
  recognize = async () => {
    throw new Error('The engine failed.');
  };
  expect(await deliver(first, 5)).toEqual(failed);
  expect(hidden).toEqual([['r0', 0]]);
  expect((await world.deps.store.find(job))?.status).toBe('processing');
});

test('each start of a chunk that was sent again is counted, to detect chunks that kill their workers', async () => {
  const { first } = await aSplitJob();
  await deliver({ ...first, resent: true });
  expect(await world.deps.store.findChunkStarts(first)).toMatchObject({ starts: 1 });
});

test('a job that was canceled while its chunk was recognized keeps none of the text', async () => {
  const { job, first } = await aSplitJob();
  recognize = async (chunk) => {
    await world.erase(job);
    return say(chunk);
  };
  expect(await deliver(first)).toEqual(done);
  expect(isTerminal((await world.deps.store.find(job))?.status ?? 'queued')).toBe(true);
  expect(
    [...world.audio.objects.keys()].filter((key) => key.includes(job.id) && key.startsWith('work/')),
  ).toEqual([]);
});

test('a chunk that had to wait for its worker calls two helpers, and another one nobody', async () => {
  const { first, last } = await aSplitJob();
  await deliver(first);
  expect(calls).toBe(0);
  await deliver(last, 1, 300);
  expect(calls).toBe(2);
});

test('a malformed message fails without reaching the engine', async () => {
  expect(await deliver({ tenant: 'prj_a.live', id: 'ofq_1', attempt: 1 })).toEqual(failed);
  expect(requests).toEqual([]);
});

test('parts that wait have as many more splitters called', async () => {
  const { job } = await aSplitJob();
  expect(await deliver({ ...job, attempt: 1, partsWaiting: 3 })).toEqual(done);
  expect(splitters).toBe(3);
  expect(requests).toEqual([]);
});
