import { beforeEach, describe, expect, test, vi } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { readMemberIds } from '#lib/platform/limits/id-set.ts';
import { unfinishedJobsOf } from '#lib/platform/limits/id-sets.ts';
import { findFile } from '#lib/domain/files/file-repository.ts';
import { retryTranscription } from '#lib/domain/transcriptions/retry-transcription.ts';
import { sourceKeptMs, workersGoneMs } from '#lib/domain/transcriptions/timing.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { caller } from '../../../support/protocol-world.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();

const options = { context: 'a secret name', custom_vocabulary: ['Zoë'], language_hints: ['en'] };

const retry = async (job: JobRef, as = caller): Promise<JobRef> => {
  const deps = {
    ...world.deps,
    findUpload: (tenant: JobRef['tenant'], id: string) => findUpload(world.table, { tenant, id }),
    findFile: (tenant: JobRef['tenant'], id: string) => findFile(world.table, { tenant, id }),
  };
  const { value } = await retryTranscription(deps, as, { id: job.id, requestId: 'request-8' });
  return { tenant: job.tenant, id: value.id };
};

/** Creates a job whose splitter fails. */
const failed = async (queue: () => Promise<JobRef> = () => world.queueUploaded(options)): Promise<JobRef> => {
  const job = await queue();
  const { cut } = world.deps;
  world.deps.cut = () => {
    throw new JobFailure('audio_unreadable', 'The file has no audio stream.');
  };
  await world.run();
  world.deps.cut = cut;
  return job;
};

const sourcesLeft = (): string[] =>
  [...world.audio.objects.keys()].filter((key) => key.startsWith('uploads/') || key.startsWith('sources/'));

describe('retrying a failed job', () => {
  beforeEach(() => world.audio.objects.clear());

  test("a retry makes a new job with the failed job's audio and options, which completes and erases both", async () => {
    const job = await failed();
    const again = await retry(job);
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      retried_as: again.id,
      source: { deleted_at: world.clock.now.toISOString() },
    });
    const before = await world.deps.store.find(again);
    expect(before?.request).toMatchObject({ context: 'a secret name', customVocabulary: ['Zoë'] });
    await world.run();
    expect(await world.view(again)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
    expect(sourcesLeft()).toEqual([]);
    for (const ref of [job, again])
      expect(JSON.stringify(await world.deps.store.find(ref))).not.toMatch(/secret|Zo/);
  });

  test('repeated and concurrent retries return the same new job', async () => {
    const job = await failed();
    const retries = await Promise.all(Array.from({ length: 10 }, () => retry(job)));
    expect(new Set([...retries, await retry(job)].map(({ id }) => id)).size).toBe(1);
    expect(world.queues.split).toHaveLength(1);
  });

  test('a job whose URL never gave audio says so, as nothing of it was kept', async () => {
    const job = await world.queue({ audio_url: 'https://example.com/a' });
    const { openAudio } = world.script;
    world.script.openAudio = () => Promise.reject(new JobFailure('audio_download_failed', 'It is down.'));
    await world.run();
    world.script.openAudio = openAudio;
    await expect(retry(job)).rejects.toMatchObject({
      type: 'expired',
      message: 'The audio of this job was never downloaded. Send its audio_url again as a new job.',
    });
  });

  test('audio fetched from a URL can be retried, though its URL is forgotten', async () => {
    const job = await failed(() => world.queue({ audio_url: 'https://example.com/a?secret=1' }));
    const again = await retry(job);
    await world.run();
    expect(await world.view(again)).toMatchObject({ status: 'completed', source: { kind: 'url' } });
    expect(sourcesLeft()).toEqual([]);
  });

  test('a retry transcribes the bytes of the failed job, never others that are posted in the same instant', async () => {
    const job = await failed();
    const again = await retry(job);
    const { uploadId } = (await world.deps.store.find(job)) ?? {};
    await world.audio.put(uploadKey({ ...job, id: uploadId ?? '' }), 'other bytes', 'audio/mpeg');
    await world.run();
    expect(await world.view(again)).toMatchObject({
      status: 'failed',
      error: { message: 'The file was replaced or removed before it could be read.' },
    });
  });

  test('a failed retry can be retried', async () => {
    const job = await failed();
    const second = await failed(() => retry(job));
    const third = await retry(second);
    await world.run();
    expect(await world.view(third)).toMatchObject({ status: 'completed' });
    expect(sourcesLeft()).toEqual([]);
  });

  test('a failed job that is retried before its first clean-up worked gives its place in the queue back', async () => {
    const outage = vi.spyOn(world.audio, 'removeAll').mockRejectedValue(new Error('S3 is out.'));
    const job = await failed();
    outage.mockRestore();
    const queue = unfinishedJobsOf(job.tenant);
    expect(await readMemberIds(world.table, queue)).toContain(job.id);
    await retry(job);
    await world.sweepAt(world.later(workersGoneMs + 60_000));
    expect(await readMemberIds(world.table, queue)).not.toContain(job.id);
  });

  test('deleting and cleaning up the failed job leaves its retry the audio', async () => {
    const job = await failed();
    const again = await retry(job);
    await world.erase(job);
    await world.sweepAt(world.later(workersGoneMs + 60_000));
    await world.run();
    expect(await world.view(again)).toMatchObject({ status: 'completed' });
  });

  test('a retry is refused for a job that has not failed, belongs to another tenant, or is deleted', async () => {
    const done = await world.queueUploaded();
    await world.run();
    await expect(retry(done)).rejects.toMatchObject({ type: 'invalid_state' });
    const job = await failed();
    await expect(retry(job, { ...caller, tenant: 'prj_a.test' })).rejects.toMatchObject({
      type: 'not_found',
    });
    await world.erase(job);
    await expect(retry(job)).rejects.toMatchObject({ type: 'expired' });
    expect(sourcesLeft()).toEqual([]);
  });

  test('a retry is refused once other bytes replaced its audio', async () => {
    const job = await failed();
    const [key = ''] = sourcesLeft();
    await world.audio.put(key, 'other bytes', 'audio/mpeg');
    await expect(retry(job)).rejects.toMatchObject({ type: 'expired' });
  });

  test('a retry is refused after a day, when the sweeper has erased audio and options', async () => {
    const job = await failed();
    await world.sweepAt(world.later(workersGoneMs + 60_000));
    expect(sourcesLeft()).toHaveLength(1);
    expect(await world.view(job)).toMatchObject({ source: { deleted_at: null } });
    await world.sweepAt(world.later(sourceKeptMs));
    await expect(retry(job)).rejects.toMatchObject({ type: 'expired' });
    expect(sourcesLeft()).toEqual([]);
    expect(await world.view(job)).toMatchObject({ source: { deleted_at: world.clock.now.toISOString() } });
    expect(JSON.stringify(await world.deps.store.find(job))).not.toMatch(/secret|Zo/);
  });

  test('a retry is refused a day after the failure, also while the audio is still there', async () => {
    const first = await failed();
    const second = await failed();
    world.clock.now = world.later(sourceKeptMs - 1);
    await retry(first);
    world.clock.now = world.later(1);
    await expect(retry(second)).rejects.toMatchObject({ type: 'expired' });
    expect(sourcesLeft()).toHaveLength(2);
  });

  test('a retry is refused when nothing was fetched', async () => {
    const { openAudio } = world.script;
    world.script.openAudio = async () => {
      throw new JobFailure('audio_download_failed', 'The URL returned HTTP status 404.');
    };
    const job = await world.queue({ audio_url: 'https://example.com/none' });
    await world.run();
    world.script.openAudio = openAudio;
    await expect(retry(job)).rejects.toMatchObject({ type: 'expired' });
    expect(await world.view(job)).toMatchObject({ source: { deleted_at: world.clock.now.toISOString() } });
  });
});

test('context and vocabulary are erased when a job completes', async () => {
  const job = await world.queueUploaded(options);
  await world.run();
  const stored = JSON.stringify(await world.deps.store.find(job));
  expect(stored).not.toMatch(/secret|Zo/);
  expect(stored).toMatch(/"languageHints":\["en"\]/);
});
