import { beforeAll, describe, expect, test } from 'vitest';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** The guarantees of every `TranscriptionRepository` about the events of its jobs. */
export const eventsContract = (name: string, open: () => Promise<World>): void => {
  describe(`webhook events in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { queued, claimed, joined } = scenes(() => world);
    const ends = ['completed', 'failed', 'canceled'] as const;
    const eventsOfJob = async (job: Transcription) => {
      const events = await Promise.all(ends.map((status) => world.eventOf(job, status)));
      return events.flatMap((event) => (event ? [{ ...event, payload: JSON.parse(event.payload) }] : []));
    };
    const complete = (job: Transcription) =>
      world.store.complete(job, { now: at(9), detectedLanguage: 'en', billedMicroUsd: 5 });

    test('the event of a completed job has its length, and neither text nor URL', async () => {
      const job = await joined();
      await complete(job);
      const type = 'transcription.completed';
      const created_at = job.createdAt;
      const data = { id: job.id, status: 'completed', sequence: 1, created_at, audio_ms: 1_200, error: null };
      expect(await eventsOfJob(job)).toMatchObject([
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
    ])('the event of a failed job has the cause, %s', async (_, scene, audio_ms) => {
      const job = await scene();
      await world.store.fail(job, failure, at(9));
      expect(await eventsOfJob(job)).toMatchObject([
        { payload: { data: { status: 'failed', audio_ms, error: { type: failure.type } } } },
      ]);
    });

    test('the event of a canceled job says so', async () => {
      const job = await queued({ audioUrl: 'https://a.example/secret', uploadId: null });
      await world.store.cancel(job, at(9));
      const events = await eventsOfJob(job);
      expect(events).toMatchObject([{ payload: { data: { status: 'canceled', error: null } } }]);
      expect(JSON.stringify(events)).not.toContain('secret');
    });

    test('a running job has no event, and a refused end writes none', async () => {
      const job = await claimed();
      expect(await eventsOfJob(job)).toEqual([]);
      await world.store.fail({ ...job, attempt: 7 }, failure, start);
      await complete({ ...job, attempt: 7 });
      await world.store.cancel({ ...job, tenant: 'prj_b.live' }, start);
      expect(await eventsOfJob(job)).toEqual([]);
    });

    test('of concurrent ends one event is written, that of the end that succeeded', async () => {
      const job = await joined();
      await Promise.all(
        Array.from({ length: 10 }, () => [
          complete(job),
          world.store.fail(job, failure, at(9)),
          world.store.cancel(job, at(9)),
        ]).flat(),
      );
      const found = await world.store.find(job);
      expect(await eventsOfJob(job)).toMatchObject([{ payload: { data: { status: found?.status } } }]);
    });

    test('the event has the audio length also when the job fails as soon as it is known', async () => {
      const jobs = await Promise.all(Array.from({ length: 20 }, () => claimed()));
      for (const job of jobs) {
        const cut = { chunkCount: 1, audioMs: 700, channels: 1, now: start };
        await Promise.all([world.store.markSplit(job, cut), world.store.fail(job, failure, start)]);
        const audio_ms = (await world.store.find(job))?.audioMs ?? null;
        expect(await eventsOfJob(job)).toMatchObject([{ payload: { data: { audio_ms } } }]);
      }
    });
  });
};
