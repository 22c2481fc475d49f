import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/fetch-audio.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';

const world = await startProtocol();

beforeEach(() => {
  world.script.share = 10;
  world.script.openAudio = async () => Readable.from(['bytes']);
});

const deliver = (body: unknown) =>
  createHandler({ ...world.deps, stage: world.stages.fetch })(queueEvent({ body }), lambdaContext);

const aUrlJob = async () => {
  const job = await world.queue({ audio_url: 'https://a.example/a.mp3' });
  world.queues.fetch.length = 0;
  return { job, message: { ...job, stage: 'fetch' } as const };
};

const done = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: 'm0' }] };

test('the audio of a URL is copied into the bucket, and the job is sent to be split', async () => {
  const { job, message } = await aUrlJob();
  expect(await deliver(message)).toEqual(done);
  expect(world.audio.objects.get(`sources/${job.tenant}/${job.id}/1`)?.toString()).toBe('bytes');
  expect(world.queues.split).toEqual([job]);
});

test('audio that was fetched before is not fetched again', async () => {
  const { job, message } = await aUrlJob();
  await deliver(message);
  world.script.openAudio = async () => {
    throw new Error('Fetched twice.');
  };
  expect(await deliver(message)).toEqual(done);
  expect(world.queues.split).toEqual([job]);
});

test('a URL without audio fails the job, and its message is deleted', async () => {
  world.script.openAudio = async () => {
    throw new JobFailure('audio_download_failed', 'The server answered 404.');
  };
  const { job, message } = await aUrlJob();
  expect(await deliver(message)).toEqual(done);
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_download_failed' } });
});

test('a temporary error keeps the message on the queue and the job unchanged', async () => {
  world.script.openAudio = async () => {
    throw new Error('The connection broke.');
  };
  const { job, message } = await aUrlJob();
  expect(await deliver(message)).toEqual(failed);
  expect(await world.view(job)).toMatchObject({ error: null });
});

test('a job of a project that has used up its places waits, and is not begun', async () => {
  world.script.share = 0;
  const { job, message } = await aUrlJob();
  expect(await deliver(message)).toEqual(done);
  expect(world.queues.fetch).toEqual([message]);
  expect(await world.view(job)).toMatchObject({ status: 'queued' });
});

test('a message of another queue is refused', async () => {
  const { job } = await aUrlJob();
  expect(await deliver(job)).toEqual(failed);
});
