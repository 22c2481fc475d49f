import { chargeOf } from '../../../support/charge-of.ts';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { cleanUpIfEnded } from '#lib/domain/transcriptions/clean-up.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { cleanUpSweepMs, workersGoneMs } from '#lib/domain/transcriptions/timing.ts';
import { erasedRequest, type JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { startProtocol } from '../../../support/start-protocol.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';

const world = await startProtocol();

const leftOf = ({ id }: JobRef): string[] =>
  [...world.audio.objects.keys(), ...world.results.objects.keys()].filter((key) => key.includes(id));

const canceled = {
  status: 'canceled',
  transcript: null,
  billing: { status: 'not_charged', billed_ms: 0, amount_usd: '0.000000' },
  error: null,
};

describe('deleting a job', () => {
  test('deleting a queued job cancels it, and its message then does nothing', async () => {
    const job = await world.queueUploaded();
    await world.erase(job);
    expect(await world.view(job)).toMatchObject(canceled);
    await world.run();
    expect(await world.view(job)).toMatchObject(canceled);
    expect(leftOf(job)).toEqual([]);
  });

  test('deleting a completed job erases its text and its options, and keeps its length and price; a second deletion is not_found', async () => {
    const job = await world.queueUploaded({ filename: 'Zoë.mp3', metadata: { patient: 'Zoë' } });
    await world.run();
    expect(leftOf(job)).toEqual([resultKey(job)]);
    await world.erase(job);
    await world.erase(job);
    expect(await world.deps.store.find(job)).toMatchObject({ request: erasedRequest });
    expect(await world.view(job)).toMatchObject({
      status: 'completed',
      deleted_at: world.clock.now.toISOString(),
      audio_ms: 60_000,
      billing: { status: 'charged', amount_usd: '0.005000' },
      transcript: null,
      translated_text: null,
      segments: null,
      detected_languages: null,
    });
    expect(leftOf(job)).toEqual([]);
    const line = await chargeOf(world.table, { tenant: 'prj_a.live', id: job.id });
    expect(line).toMatchObject({ amountMicroUsd: -5_000 });
  });

  test("another project's job is 'not_found' and stays as it is", async () => {
    const job = await world.queueUploaded();
    const stranger: Caller = { tenant: 'prj_b.live', organizationId: null, keyId: 'k' };
    const deletion = deleteTranscription(world.deps, stranger, job.id);
    await expect(deletion).rejects.toMatchObject({ type: 'not_found' });
    expect(await world.view(job)).toMatchObject({ status: 'queued' });
  });

  test("a job that does not exist is 'not_found'", async () => {
    for (const id of ['ofq_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'x', ''])
      await expect(world.erase({ tenant: 'prj_a.live', id })).rejects.toMatchObject({ type: 'not_found' });
  });

  test('deleting a job erases its context and vocabulary', async () => {
    const job = await world.queueUploaded({ context: 'a secret name', custom_vocabulary: ['Zoë'] });
    await world.erase(job);
    expect(JSON.stringify(await world.deps.store.find(job))).not.toMatch(/secret|Zo/);
  });
});

const dueJobs = async (): Promise<readonly JobRef[]> =>
  (await world.deps.store.listDue(world.later(10 * workersGoneMs))).dues.map(({ ref }) => ref);

describe('deletion after the end', () => {
  // Workers start only before the end of a job: deletions, retries and the playground never start workers for an ended job.
  test('a job whose workers are gone is never swept for its deletion, so a project of many delays no other customer', async () => {
    const job = await world.queueUploaded();
    await world.run();
    world.clock.now = world.later(workersGoneMs);
    await world.erase(job);
    expect(leftOf(job)).toEqual([]);
    expect(await dueJobs()).not.toContainEqual(job);
  });

  test('files that a worker writes to a job deleted soon after its end are removed when no worker can be left', async () => {
    const job = await world.queueUploaded();
    await world.run();
    world.clock.now = world.later(workersGoneMs - 1);
    await world.erase(job);
    await world.audio.put(`work/prj_a.live/${job.id}/1/0000.json`, '{}', 'application/json');
    await world.sweepAt(world.later(1));
    expect(leftOf(job)).toEqual([]);
    expect(await dueJobs()).not.toContainEqual(job);
  });
});

describe('deletion during work', () => {
  test('a splitter leaves nothing of a job deleted under it', async () => {
    const job = await world.queueUploaded();
    const { cut } = world.deps;
    world.deps.cut = async function* (...audio) {
      const chunks = cut(...audio);
      await world.erase(job);
      return yield* chunks;
    };
    // Runs no worker of a chunk, which would also clean up.
    await world.splitWaiting();
    world.deps.cut = cut;
    expect(await world.view(job)).toMatchObject(canceled);
    expect(leftOf(job)).toEqual([]);
  });

  test('a splitter that fails on erased audio leaves nothing behind', async () => {
    const job = await world.queueUploaded();
    const { cut } = world.deps;
    world.deps.cut = async function* (...audio) {
      const first = await cut(...audio).next();
      await world.erase(job);
      if (!first.done) yield first.value;
      throw new JobFailure('audio_unreadable', 'The file is cut off.');
    };
    // Runs no worker of a chunk, which would also clean up.
    await world.splitWaiting();
    world.deps.cut = cut;
    expect(await world.view(job)).toMatchObject(canceled);
    expect(leftOf(job)).toEqual([]);
  });

  test('a recognizer whose chunk was erased leaves nothing behind', async () => {
    const job = await world.queueUploaded();
    const { audio } = world.deps;
    const get: typeof audio.get = async (key) => {
      await world.erase(job);
      return audio.get(key);
    };
    world.deps.audio = { ...audio, get };
    await expect(world.run()).resolves.toBeUndefined();
    world.deps.audio = audio;
    expect(leftOf(job)).toEqual([]);
  });

  test('a recognizer that wrote but could not count leaves nothing after its message is redelivered', async () => {
    const job = await world.queueUploaded();
    await world.splitWaiting();
    const [message] = world.queues.chunk.splice(0);
    if (!message) throw new Error('Splitting sends chunks.');
    await world.erase(job);
    await world.audio.put(`work/prj_a.live/${job.id}/1/0000.json`, '{}', 'application/json');
    await world.recognize(message);
    expect(leftOf(job)).toEqual([]);
  });

  test('a recognizer leaves nothing of a job deleted under it', async () => {
    const job = await world.queueUploaded();
    const { recognize } = world.script;
    world.script.recognize = async (chunk) => {
      await world.erase(job);
      return recognize(chunk);
    };
    await world.run();
    world.script.recognize = recognize;
    expect(await world.view(job)).toMatchObject(canceled);
    expect(leftOf(job)).toEqual([]);
  });

  test('a finisher that wrote the result of a deleted job may not charge it, and leaves nothing behind', async () => {
    const job = await world.queueUploaded();
    const { results } = world.deps;
    const putOnce: typeof results.putOnce = async (...object) => {
      await world.erase(job);
      await results.putOnce(...object);
    };
    world.deps.results = { ...results, putOnce };
    await world.run();
    world.deps.results = results;
    expect(await world.view(job)).toMatchObject(canceled);
    expect(leftOf(job)).toEqual([]);
    expect(await chargeOf(world.table, { tenant: 'prj_a.live', id: job.id })).toBeUndefined();
  });

  test('a job that completes while it is deleted is not erased before it completed', async () => {
    const job = await world.queueUploaded();
    const { store } = world.deps;
    const cancel: typeof store.cancel = async (...ref) => {
      world.clock.now = world.later(20);
      await world.run();
      return store.cancel(...ref);
    };
    await deleteTranscription({ ...world.deps, store: { ...store, cancel } }, job, job.id);
    const { status, completed_at: completed, deleted_at: deleted } = await world.view(job);
    expect([status, completed, deleted]).toEqual(['completed', deleted, world.clock.now.toISOString()]);
  });

  test('files of a worker that died after writing are removed by a second clean-up, when no worker can be left', async () => {
    const job = await world.queueUploaded();
    // The time counts from the end of the job.
    world.clock.now = world.later(workersGoneMs);
    await world.erase(job);
    await world.results.putOnce(resultKey(job), '{}', 'application/json');
    await world.audio.put(`work/prj_a.live/${job.id}/1/0000.json`, '{}', 'application/json');
    await world.sweepAt(world.later(workersGoneMs - 1));
    expect(leftOf(job)).toHaveLength(2);
    await world.sweepAt(world.later(1));
    expect(leftOf(job)).toEqual([]);
    expect(await dueJobs()).not.toContainEqual(job);
  });

  test('a clean-up that began before the last write does not count as the second one', async () => {
    const job = await world.queueUploaded();
    const { audio } = world.deps;
    const remove: typeof audio.remove = async (keys) => {
      await audio.remove(keys);
      await audio.put(`work/prj_a.live/${job.id}/1/0000.chunk`, '', 'application/octet-stream');
      world.clock.now = world.later(workersGoneMs);
    };
    world.deps.audio = { ...audio, remove };
    await world.erase(job);
    world.deps.audio = audio;
    expect(leftOf(job)).toHaveLength(1);
    await world.sweepAt(world.later(cleanUpSweepMs));
    expect(leftOf(job)).toEqual([]);
  });

  test('a worker without access to results leaves the second clean-up to the sweeper', async () => {
    const job = await world.queueUploaded();
    await world.erase(job);
    await world.results.putOnce(resultKey(job), '{}', 'application/json');
    world.clock.now = world.later(workersGoneMs);
    const { results: _results, ...splitter } = world.deps;
    expect(await cleanUpIfEnded(splitter, job)).toBe(true);
    await world.sweepAt(world.later(cleanUpSweepMs));
    expect(leftOf(job)).toEqual([]);
  });
});
