import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createHandler } from '#functions/workers/finish-job.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { TranslatorFault } from '#lib/speech/translation/translator.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { aWorld } from '../../support/protocol-world.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { scriptedTranslator } from '../../support/scripted-translator.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

let assertSpokenLanguage = (): void => {};
beforeEach(() => {
  for (const queue of Object.values(world.queues)) queue.length = 0;
  world.script.translate = scriptedTranslator().translate;
  world.script.share = 10;
  assertSpokenLanguage = () => {};
});

const deliver = (body: unknown, receives = 1) =>
  createHandler({
    ...world.deps,
    stage: world.stages.finish,
    assertSpokenLanguage: () => assertSpokenLanguage(),
  })(queueEvent({ body, receives }), lambdaContext);

/** A job whose chunks are all recognized. */
const aJoinedJob = async (fields: object = {}) => {
  const job = await world.queueUploaded(fields);
  for (const message of world.queues.split.splice(0)) await world.split(message);
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  world.queues.finish.length = 0;
  return { ...job, attempt: 1 };
};

const done = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: 'm0' }] };
const spanish = { translation: { target_language: 'es' } };

test('a job whose chunks are all recognized is completed and charged', async () => {
  const job = await aJoinedJob();
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({
    status: 'completed',
    transcript: 'word0 word1',
    billing: { status: 'charged' },
  });
});

test('every job has 90 seconds of its own to be translated', async () => {
  const signals: AbortSignal[] = [];
  world.script.translate = async (texts, { signal }) => {
    signals.push(signal);
    return texts.map(() => 'x');
  };
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await deliver(await aJoinedJob(spanish));
  await deliver(await aJoinedJob(spanish));
  expect(timeout.mock.calls).toEqual([[90_000], [90_000]]);
  expect(new Set(timeout.mock.results.map(({ value }) => value)).size).toBe(2);
  expect(signals.length).toBeGreaterThan(0);
  timeout.mockRestore();
});

test.each([
  [4, failed, 'processing'],
  [5, done, 'failed'],
])(
  'on try %i a translator that is out of reach leaves the message %j and the job %s',
  async (receives, answer, status) => {
    world.script.translate = async () => {
      throw new TranslatorFault('Amazon Translate failed: ThrottlingException.');
    };
    const job = await aJoinedJob(spanish);
    expect(await deliver(job, receives)).toEqual(answer);
    expect(await world.view(job)).toMatchObject({ status });
  },
);

test('a text in a language that the model does not know fails the job', async () => {
  assertSpokenLanguage = () => {
    throw new JobFailure('language_not_supported', 'The speech is in another language.');
  };
  const job = await aJoinedJob();
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'language_not_supported' },
  });
});

test('a job of a project that has used up its places waits, and uses up no try', async () => {
  const job = await aJoinedJob();
  world.script.share = 0;
  expect(await deliver(job)).toEqual(done);
  expect(world.queues.finish).toEqual([job]);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
});

test('the place of a job is free when it is finished, and when it failed', async () => {
  world.script.share = 1;
  world.script.translate = async () => {
    throw new TranslatorFault('Down.');
  };
  expect(await deliver(await aJoinedJob(spanish))).toEqual(failed);
  for (const job of [await aJoinedJob(), await aJoinedJob()]) {
    expect(await deliver(job)).toEqual(done);
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  }
});
