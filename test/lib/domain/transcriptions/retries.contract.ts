import { beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { initialTranscription, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** The guarantees of every `TranscriptionRepository` about the retry of a failed job. */
export const retriesContract = (name: string, open: () => Promise<World>): void => {
  describe(`the retry of a failed job in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { claimed, joined } = scenes(() => world);

    const failed = async (): Promise<Transcription> => {
      const job = await world.store.fail(await claimed(), failure, at(5));
      if (!job) throw new Error('A claimed job can fail.');
      return job;
    };
    const retryOf = ({ id: retried, tenant, uploadId, request, fingerprint }: Transcription) => ({
      ...initialTranscription,
      tenant,
      uploadId,
      request,
      fingerprint,
      retryOf: retried,
      id: randomId('ofq'),
      requestId: 'request-8',
      createdAt: start.toISOString(),
      expiresAt: at(99).toISOString(),
    });
    const outcomeOf = async (job: Transcription) => world.store.create(retryOf(job), at(9));

    test('a retry takes the audio of the failed job, which names it', async () => {
      const job = await failed();
      const retry = retryOf(job);
      expect(await world.store.create(retry, at(9))).toEqual({ kind: 'created' });
      expect(await world.store.find(job)).toMatchObject({
        status: 'failed',
        retriedAs: retry.id,
        sourceDeletedAt: at(9).toISOString(),
      });
      expect(await world.store.find(retry)).toMatchObject({ status: 'queued', uploadId: job.uploadId });
    });

    test('of several retries with different ids, one takes the audio', async () => {
      const job = await failed();
      const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(job)));
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
        'created',
        'retry_refused',
        'retry_refused',
      ]);
    });

    test.each<[string, (job: Transcription) => Promise<unknown>]>([
      [
        'whose audio a clean-up has removed',
        (job) => world.store.markCleaned(job, { now: at(6), nextSweepAt: null, keepsSource: false }),
      ],
      ['that was deleted', (job) => world.store.erase(job, at(6))],
    ])('a failed job %s is not retried', async (_, end) => {
      const job = await failed();
      await end(job);
      expect(await outcomeOf(job)).toMatchObject({ kind: 'retry_refused', failed: { id: job.id } });
    });

    test('a job that has not failed is not retried', async () => {
      const job = await joined();
      expect(await outcomeOf(job)).toMatchObject({ kind: 'retry_refused', failed: { status: 'processing' } });
      expect(await outcomeOf({ ...job, id: 'ofq_none' })).toEqual({
        kind: 'retry_refused',
        failed: undefined,
      });
    });
  });
};
