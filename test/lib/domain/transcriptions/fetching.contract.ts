import { beforeAll, describe, expect, test } from 'vitest';
import { sourceKey } from '#lib/domain/transcriptions/keys.ts';
import { firstSweepMs, leaseMs, maxAttempts, maxFetchAttempts } from '#lib/domain/transcriptions/timing.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** The guarantees of every `TranscriptionRepository` about jobs whose audio is to be fetched. */
export const fetchingContract = (name: string, open: () => Promise<World>): void => {
  describe(`a job with a URL in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { queued, isDue } = scenes(() => world);

    const waiting = () => queued({ uploadId: null, audioUrl: 'https://audio.example/a.mp3' });
    const fetching = async (): Promise<Transcription> => {
      const job = await world.store.claim(await waiting(), start, 'fetch');
      if (!job) throw new Error('A job that waits can be claimed.');
      return job;
    };
    const fetchedBy = (job: Transcription) => ({ key: sourceKey(job), eTag: '"e"' });

    test('a job with a URL is fetched before it is split, each in an attempt of its own', async () => {
      const job = await waiting();
      expect(await world.store.claim(job, start)).toBeUndefined();
      const claim = await world.store.claim(job, start, 'fetch');
      expect(claim).toMatchObject({ status: 'processing', attempt: 1, audioUrl: job.audioUrl });
      if (!claim) return;
      expect(await world.store.claim(job, at(leaseMs + 1))).toBeUndefined();
      const marked = await world.store.markFetched(claim, fetchedBy(claim), at(5));
      expect(marked).toMatchObject({ fetched: fetchedBy(claim), audioUrl: null, leaseUntil: null });
      expect((await isDue(job, at(5 + firstSweepMs)))?.dueAt).toBe(at(5 + firstSweepMs).toISOString());
      expect(await world.store.claim(job, at(6), 'fetch')).toBeUndefined();
      expect(await world.store.claim(job, at(6))).toMatchObject({ attempt: 2, fetched: fetchedBy(claim) });
      expect(await world.store.claim(job, at(7))).toBeUndefined();
    });

    test('a job accepts nothing from a fetcher that lost its lease', async () => {
      const old = await fetching();
      expect(await world.store.claim(old, at(leaseMs), 'fetch')).toBeUndefined();
      const current = await world.store.claim(old, at(leaseMs + 1), 'fetch');
      expect(await world.store.markFetched(old, fetchedBy(old), at(leaseMs + 2))).toBeUndefined();
      expect(await world.store.find(old)).toEqual(current);
    });

    test('an ended job accepts no audio, and its URL is forgotten', async () => {
      const failed = await fetching();
      await world.store.fail(failed, failure, at(1));
      const canceled = await fetching();
      await world.store.cancel(canceled, at(1));
      for (const job of [failed, canceled]) {
        expect(await world.store.markFetched(job, fetchedBy(job), at(2))).toBeUndefined();
        expect(await world.store.find(job)).toMatchObject({ audioUrl: null, fetched: null });
      }
    });

    test('some attempts are reserved for splitting, however often the audio was fetched', async () => {
      const job = await waiting();
      let claim: Transcription | undefined;
      for (let attempt = 1; attempt <= maxFetchAttempts; attempt += 1) {
        claim = await world.store.claim(job, at(attempt * 2 * leaseMs), 'fetch');
        expect(claim).toMatchObject({ attempt });
      }
      const late = at(100 * leaseMs);
      expect(await world.store.claim(job, late, 'fetch')).toBeUndefined();
      if (claim) await world.store.markFetched(claim, fetchedBy(claim), late);
      expect(maxAttempts - maxFetchAttempts).toBeGreaterThan(2);
      expect(await world.store.claim(job, late)).toMatchObject({ attempt: maxFetchAttempts + 1 });
    });
  });
};
