import { beforeEach, expect, test } from 'vitest';
import { chunkTextKey } from '#lib/domain/transcriptions/keys.ts';
import { aWorld } from '../../../support/protocol-world.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
beforeEach(async () => {
  world = await aWorld();
});

/** A job with two chunks that waits for its finisher. */
const aRecognizedJob = async () => {
  const job = { ...(await world.queueUploaded()), attempt: 1 };
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  return job;
};

test('a finisher that is overtaken while it reads ends without an error', async () => {
  const job = await aRecognizedJob();
  const { audio } = world.deps;
  const get = async (key: string) => {
    world.deps.audio = audio;
    await world.finish(job);
    return audio.get(key);
  };
  world.deps.audio = { ...audio, get };
  await expect(world.finish(job)).resolves.toBeUndefined();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
});

test('a job of which a recognized part is gone fails at once, uncharged, and can be retried from its audio', async () => {
  const job = await aRecognizedJob();
  await world.audio.remove([chunkTextKey(job, 1)]);
  await world.finish(job);
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'internal_error', message: expect.stringMatching(/gone.*Retry/), retryable: true },
    billing: { status: 'not_charged' },
    source: { deleted_at: null },
  });
});
