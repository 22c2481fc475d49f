import { beforeEach, expect, test, vi } from 'vitest';
import { createHandler } from '#functions/workers/finish-job.ts';
import type { FinishDeps } from '#lib/domain/transcriptions/finish-transcription.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { TranslatorFault } from '#lib/speech/translation/translator.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { caller } from '../../support/protocol-world.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { scriptedTranslator } from '../../support/scripted-translator.ts';

const world = await startProtocol();

let assertUnderstood: FinishDeps['assertUnderstood'] = () => {};
beforeEach(() => {
  world.script.translate = scriptedTranslator().translate;
  world.script.share = 10;
  assertUnderstood = () => {};
});

const deliver = (body: unknown, receives = 1) =>
  createHandler({
    ...world.deps,
    stage: world.stages.finish,
    assertUnderstood: (speech, request) => assertUnderstood(speech, request),
  })(queueEvent({ body, receives }), lambdaContext);

/** The claim of the queued job, once all of its chunks are recognized. */
const joined = async () => {
  for (const message of world.queues.fetch.splice(0)) await world.fetch(message);
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  const [claim] = world.queues.finish.splice(0);
  if (!claim) throw new Error('The job has no finish message.');
  return claim;
};
const aJoinedJob = async (fields: object = {}) => {
  await world.queueUploaded(fields);
  return joined();
};

const done = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: 'm0' }] };
const spanish = { translation: { target_language: 'es' } };

test('a job whose chunks are all recognized is completed and charged', async () => {
  const job = await aJoinedJob();
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({
    status: 'completed',
    transcript: 'Word0. Word1.',
    billing: { status: 'charged' },
  });
});

test.each([
  ['live', 5_000],
  ['test', 0],
] as const)('a job in %s mode is billed %i micro-dollars', async (mode, billedMicroUsd) => {
  const as = { ...caller, tenant: tenantOf('prj_a', mode) };
  await world.queue({ audio_url: 'https://a.example/a.mp3' }, {}, as);
  const job = await joined();
  expect(await deliver(job)).toEqual(done);
  expect(await world.deps.store.find(job)).toMatchObject({ status: 'completed', billedMicroUsd });
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
  'on try %i an unreachable translator leaves the message %j and the job %s',
  async (receives, answer, status) => {
    world.script.translate = async () => {
      throw new TranslatorFault('Amazon Translate failed: ThrottlingException.');
    };
    const job = await aJoinedJob(spanish);
    expect(await deliver(job, receives)).toEqual(answer);
    expect(await world.view(job)).toMatchObject({ status });
  },
);

test('a job shows how much speech its text does not cover', async () => {
  const { recognize } = world.script;
  world.script.recognize = async (chunk) => ({ ...(await recognize(chunk)), unrecognizedMs: 4_000 });
  const job = await aJoinedJob();
  world.script.recognize = recognize;
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({
    status: 'completed',
    speech_ms: 60_000,
    unrecognized_ms: 8_000,
  });
});

test('a text in a language that the model does not know fails the job', async () => {
  assertUnderstood = () => {
    throw new JobFailure('language_not_supported', 'The speech is in another language.');
  };
  const job = await aJoinedJob();
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'language_not_supported' },
  });
});

test('what is understood is judged by the model that the job names', async () => {
  const models: string[] = [];
  assertUnderstood = (_, { model }) => void models.push(model);
  await deliver(await aJoinedJob());
  await deliver(await aJoinedJob({ model: 'moonshine-tiny' }));
  expect(models).toEqual(['auto', 'moonshine-tiny']);
});

test('a job of a project that has used up its permits waits without using up a delivery', async () => {
  const job = await aJoinedJob(spanish);
  world.script.share = 0;
  expect(await deliver(job)).toEqual(done);
  expect(world.queues.finish).toEqual([job]);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
});

test('a job without a translation needs no permit', async () => {
  const job = await aJoinedJob();
  world.script.share = 0;
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('the permit of a job is released when it completes and when it fails', async () => {
  world.script.share = 1;
  world.script.translate = async () => {
    throw new TranslatorFault('Down.');
  };
  expect(await deliver(await aJoinedJob(spanish))).toEqual(failed);
  world.script.translate = scriptedTranslator().translate;
  for (const job of [await aJoinedJob(spanish), await aJoinedJob(spanish)]) {
    expect(await deliver(job)).toEqual(done);
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  }
});
