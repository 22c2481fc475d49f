import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/split-audio.ts';
import type { CutAudio } from '#lib/domain/transcriptions/split-transcription.ts';
import { minPlannedBytes } from '#lib/domain/uploads/receive-upload.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { wordPerChunk } from '../../support/scripted-speech.ts';

const world = await startProtocol();

let cut: CutAudio;
beforeEach(() => {
  Object.assign(world.script, { share: 10, body: Buffer.from('bytes') });
  cut = () => wordPerChunk(2);
});

const deliver = (body: unknown) =>
  createHandler({ ...world.deps, cut: (...args) => cut(...args), stage: world.stages.split })(
    queueEvent({ body }),
    lambdaContext,
  );

/** Throws an error after the first chunk. */
const cutting = (error: Error): CutAudio =>
  async function* cutOneChunk() {
    yield* wordPerChunk(1);
    throw error;
  };

const done = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: 'm0' }] };

test('each chunk of the audio is stored and sent to be recognized', async () => {
  const job = await world.queueUploaded();
  expect(await deliver(job)).toEqual(done);
  expect(world.queues.chunk).toEqual([0, 1].map((index) => ({ ...job, attempt: 1, index })));
  expect(
    [...world.audio.objects.keys()].filter((key) => key.startsWith(`work/${job.tenant}/${job.id}/1/`)),
  ).toHaveLength(2);
  expect(await world.view(job)).toMatchObject({ status: 'processing', audio_ms: 60_000 });
});

test('audio without a chunk is sent to be finished', async () => {
  cut = () => wordPerChunk(0);
  const job = await world.queueUploaded();
  await deliver(job);
  expect(world.queues.finish).toEqual([{ ...job, attempt: 1 }]);
});

test('a job with a live lease of another worker is not split', async () => {
  const job = await world.queueUploaded();
  await deliver(job);
  expect(await deliver(job)).toEqual(done);
  expect(world.queues.chunk).toHaveLength(2);
});

test('audio that cannot be read fails the job, and the message is done with', async () => {
  cut = cutting(new JobFailure('audio_unreadable', 'The file is damaged.'));
  const job = await world.queueUploaded();
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_unreadable' } });
  expect(world.webhooks).toContainEqual(expect.objectContaining({ kind: 'event', tenant: job.tenant }));
});

test('a fault of our own keeps the message, and the job stays', async () => {
  cut = cutting(new Error('The disk is full.'));
  const job = await world.queueUploaded();
  expect(await deliver(job)).toEqual(failed);
  expect(await world.view(job)).toMatchObject({ status: 'processing', error: null });
});

test('large audio of a project that has used up its permits waits, and its job is not begun', async () => {
  Object.assign(world.script, { share: 0, body: Buffer.alloc(minPlannedBytes) });
  const job = await world.queueUploaded();
  world.queues.split.length = 0;
  expect(await deliver(job)).toEqual(done);
  expect(world.queues.split).toEqual([job]);
  expect(await world.view(job)).toMatchObject({ status: 'queued' });
});

test('small audio needs no permit', async () => {
  world.script.share = 0;
  const job = await world.queueUploaded();
  expect(await deliver(job)).toEqual(done);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
});
