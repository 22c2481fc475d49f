import { beforeAll, describe, expect, test } from 'vitest';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** What every `TranscriptionRepository` guarantees about the events of its jobs. */
export const eventsContract = (name: string, open: () => Promise<World>): void => {
  describe(`the event of a job that ends in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { queued, claimed, joined } = scenes(() => world);
    const ends = ['completed', 'failed', 'canceled'] as const;
    const told = async (job: Transcription) => {
      const events = await Promise.all(ends.map((status) => world.eventOf(job, status)));
      return events.flatMap((event) => (event ? [{ ...event, payload: JSON.parse(event.payload) }] : []));
    };
    const complete = (job: Transcription) =>
      world.store.complete(job, { now: at(9), detectedLanguage: 'en', billedMicroUsd: 5 });

    test('tells of a completed job its length, and neither text nor address', async () => {
      const job = await joined();
      await complete(job);
      const type = 'transcription.completed';
      const created_at = job.createdAt;
      const data = { id: job.id, status: 'completed', sequence: 1, created_at, audio_ms: 1_200, error: null };
      expect(await told(job)).toMatchObject([
        {
          type,
          createdAt: at(9).toISOString(),
          payload: {
            type,
            timestamp: at(9).toISOString(),
            data: { ...data, completed_at: at(9).toISOString() },
          },
        },
      ]);
    });

    test.each([
      ['before its length is known', claimed, null],
      ['afterwards', joined, 1_200],
    ])('tells why a job failed, %s', async (_, scene, audio_ms) => {
      const job = await scene();
      await world.store.fail(job, failure, at(9));
      expect(await told(job)).toMatchObject([
        { payload: { data: { status: 'failed', audio_ms, error: { type: failure.type } } } },
      ]);
    });

    test('tells of a job that its owner canceled', async () => {
      const job = await queued({ audioUrl: 'https://a.example/secret', uploadId: null });
      await world.store.cancel(job, at(9));
      const events = await told(job);
      expect(events).toMatchObject([{ payload: { data: { status: 'canceled', error: null } } }]);
      expect(JSON.stringify(events)).not.toContain('secret');
    });

    test('is none while the job runs, and none of an end that is refused', async () => {
      const job = await claimed();
      expect(await told(job)).toEqual([]);
      await world.store.fail({ ...job, attempt: 7 }, failure, start);
      await complete({ ...job, attempt: 7 });
      await world.store.cancel({ ...job, tenant: 'prj_b.live' }, start);
      expect(await told(job)).toEqual([]);
    });

    test('is one, whoever ends the job at the same time, and tells of that end', async () => {
      const job = await joined();
      await Promise.all(
        Array.from({ length: 10 }, () => [
          complete(job),
          world.store.fail(job, failure, at(9)),
          world.store.cancel(job, at(9)),
        ]).flat(),
      );
      const found = await world.store.find(job);
      expect(await told(job)).toMatchObject([{ payload: { data: { status: found?.status } } }]);
    });

    test('knows the length of the audio, when the job fails the moment it is cut', async () => {
      const jobs = await Promise.all(Array.from({ length: 20 }, () => claimed()));
      for (const job of jobs) {
        const cut = { chunkCount: 1, audioMs: 700, now: start };
        await Promise.all([world.store.markSplit(job, cut), world.store.fail(job, failure, start)]);
        const audio_ms = (await world.store.find(job))?.audioMs ?? null;
        expect(await told(job)).toMatchObject([{ payload: { data: { audio_ms } } }]);
      }
    });
  });
};
