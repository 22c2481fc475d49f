import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { leaseMs } from '#lib/domain/transcriptions/timing.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { at, failure, scenes, start, testMinutesPerDay, type World } from './repository-scenes.ts';

const limitMs = testMinutesPerDay * 60_000;
const tomorrow = new Date('2026-11-21T00:00:00.000Z');

/** The guarantees of every `TranscriptionRepository` about the audio of a day in test mode. */
export const testQuotaContract = (name: string, open: () => Promise<World>): void => {
  describe(`the test quota in the store on ${name}`, () => {
    let world: World;
    let tenant: Tenant;
    beforeAll(async () => {
      world = await open();
    });
    beforeEach(() => {
      tenant = tenantOf(randomId('prj'), 'test');
    });
    const { added, claimed } = scenes(() => world);

    const split = (job: Transcription, audioMs: number, now = start) =>
      world.store.markSplit(job, { chunkCount: 0, audioMs, channels: 1, now });
    const create = async (now = start) => {
      const { id: uploadId } = await added({ tenant });
      return world.store.create(aTranscription({ id: randomId('ofq'), tenant, uploadId }), now);
    };

    test('the test quota accepts jobs until it is used up, the last one in full, and then none until the next day', async () => {
      const first = await claimed({ tenant });
      const last = await claimed({ tenant });
      const late = await claimed({ tenant });
      expect(await split(first, limitMs - 1)).toMatchObject({ audioMs: limitMs - 1 });
      expect(await create()).toEqual({ kind: 'created' });
      expect(await split(last, limitMs)).toMatchObject({ audioMs: limitMs });
      expect(await split(late, 1)).toBe('test_quota_exceeded');
      expect(await world.store.find(late)).toEqual(late);
      expect(await create()).toEqual({ kind: 'test_quota_used_up' });
      expect(await create(tomorrow)).toEqual({ kind: 'created' });
      expect(await split(late, 1, tomorrow)).toMatchObject({ audioMs: 1 });
    });

    test('of many jobs split at once that each use up the quota, one passes', async () => {
      const jobs = await Promise.all(Array.from({ length: 20 }, () => claimed({ tenant })));
      const outcomes = await Promise.all(jobs.map((job) => split(job, limitMs)));
      expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'test_quota_exceeded')).toHaveLength(19);
    });

    test('failed and canceled jobs count in the test quota, each once', async () => {
      const jobs = [await claimed({ tenant }), await claimed({ tenant }), await claimed({ tenant })];
      for (const job of jobs) {
        await split(job, limitMs / 3 - 1);
        await split(job, limitMs / 3 - 1);
      }
      const [failed, canceled] = jobs;
      if (failed) await world.store.fail(failed, failure, start);
      if (canceled) await world.store.cancel(canceled, start);
      const next = await claimed({ tenant });
      expect(await split(next, 3)).toMatchObject({ audioMs: 3 });
      expect(await create()).toEqual({ kind: 'test_quota_used_up' });
    });

    test('a split is refused after its attempt was superseded, also if the job was split since, and after a deletion', async () => {
      const old = await claimed({ tenant });
      const now = at(leaseMs + 1);
      const current = await world.store.claim(old, now);
      expect(await split(old, 5, now)).toBeUndefined();
      expect(current && (await split(current, 7, now))).toMatchObject({ audioMs: 7 });
      expect(await split(old, 5, now)).toBeUndefined();
      await world.store.cancel(old, now);
      expect(current && (await split(current, 7, now))).toBeUndefined();
    });

    test('the test quota is per project, and does not apply to live mode', async () => {
      await split(await claimed({ tenant }), limitMs);
      const others = [
        tenantOf(randomId('prj'), 'test'),
        tenantOf(tenant.slice(0, tenant.indexOf('.')), 'live'),
      ];
      for (const other of others)
        expect(await split(await claimed({ tenant: other }), limitMs)).toMatchObject({ audioMs: limitMs });
    });

    test('a replayed create returns the first job also when the test quota is used up', async () => {
      const job = await claimed({ tenant });
      await split(await claimed({ tenant }), limitMs);
      expect(await world.store.create(job, start)).toMatchObject({ kind: 'exists' });
    });
  });
};
