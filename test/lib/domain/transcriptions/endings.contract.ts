import { beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { cleanUpSweepMs, firstSweepMs, leaseMs } from '#lib/domain/transcriptions/timing.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { erasedRequest, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { at, failure, queueLimits, scenes, start, type World } from './repository-scenes.ts';

const cleaned = (now: Date, nextSweepAt: Date | null) => ({
  now,
  nextSweepAt,
  keepsSource: false,
});

/** The guarantees of every `TranscriptionRepository` about the end of a job, and after it. */
export const endingsContract = (name: string, open: () => Promise<World>): void => {
  describe(`the end of a job in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { added, queued, claimed, joined, isDue } = scenes(() => world);

    test('completing charges once, in the ledger and in the usage of the day', async () => {
      const job = await joined({ tenant: 'prj_charged.live' });
      const completion = { now: at(9), detectedLanguage: 'en', billedMicroUsd: 100 };
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => world.store.complete(job, completion)),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await world.chargeOf(job)).toBe(100);
      expect(await world.usageOf(job.tenant, '2026-11-20')).toBe(100);
      expect(await world.store.find(job)).toMatchObject({
        status: 'completed',
        completedAt: at(9).toISOString(),
        detectedLanguage: 'en',
        billedMicroUsd: 100,
        audioMs: 1_200,
      });
    });

    test('a job under a test key gets no ledger line', async () => {
      const job = await joined({ tenant: 'prj_a.test' });
      await world.store.complete(job, { now: start, detectedLanguage: null, billedMicroUsd: 0 });
      expect(await world.chargeOf(job)).toBeUndefined();
      expect(await world.store.find(job)).toMatchObject({ detectedLanguage: null });
    });

    test('a failed job keeps its cause, costs nothing and never changes again', async () => {
      const job = await joined();
      expect(await world.store.fail(job, failure, start)).toMatchObject({ status: 'failed', error: failure });
      expect(await world.store.complete(job, { now: start, detectedLanguage: 'en', billedMicroUsd: 5 })).toBe(
        false,
      );
      expect(await world.store.fail(job, { ...failure, message: 'Other.' }, start)).toBeUndefined();
      expect(await world.store.claim(job, at(10 * leaseMs))).toBeUndefined();
      expect(await world.chargeOf(job)).toBeUndefined();
    });

    test('a job that a worker starts while it is canceled does not end before it started', async () => {
      const job = await claimed();
      const canceled = await world.store.cancel(job, at(-3));
      const instant = start.toISOString();
      expect(canceled).toMatchObject({ startedAt: instant, completedAt: instant, deletedAt: instant });
      expect(await world.store.find(job)).toMatchObject({ completedAt: instant, deletedAt: instant });
    });

    test('failing without an attempt fails any attempt, and a queued job too', async () => {
      const { tenant, id } = await claimed();
      expect(await world.store.fail({ tenant, id }, failure, start)).toMatchObject({ status: 'failed' });
      const waiting = await queued();
      expect(await world.store.fail({ tenant, id: waiting.id }, failure, start)).toMatchObject({
        status: 'failed',
      });
    });

    test('a job is due from its first sweep until its audio is removed', async () => {
      const job = await joined();
      expect(await isDue(job, at(leaseMs - 1))).toBeUndefined();
      expect(await isDue(job, at(leaseMs))).toBeDefined();
      await world.store.complete(job, { now: start, detectedLanguage: 'en', billedMicroUsd: 5 });
      expect(await isDue(job, at(10 * leaseMs))).toBeDefined();
      await world.store.markCleaned(job, cleaned(at(9), null));
      expect(await isDue(job, at(10 * leaseMs))).toBeUndefined();
      expect(await world.store.find(job)).toMatchObject({ sourceDeletedAt: at(9).toISOString() });
    });

    test('a job that needs another clean-up stays due, and keeps the time of its first one', async () => {
      const job = await joined();
      await world.store.fail(job, failure, start);
      await world.store.markCleaned(job, cleaned(at(9), at(70_000)));
      expect(await isDue(job, at(69_999))).toBeUndefined();
      expect(await isDue(job, at(70_000))).toBeDefined();
      await world.store.markCleaned(job, cleaned(at(70_000), null));
      expect(await isDue(job, at(10 * leaseMs))).toBeUndefined();
      expect(await world.store.find(job)).toMatchObject({ sourceDeletedAt: at(9).toISOString() });
    });

    test('a job swept for the last time does not become due again when a slow clean-up ends', async () => {
      const job = await joined();
      await world.store.fail(job, failure, start);
      await world.store.markCleaned(job, cleaned(at(70_000), null));
      await world.store.markCleaned(job, cleaned(at(70_001), at(70_000)));
      expect(await isDue(job, at(10 * leaseMs))).toBeUndefined();
      const found = (await world.store.erase(job, at(80_000))) ?? job;
      await world.store.markCleaned(found, cleaned(at(80_001), at(90_000)));
      expect(await isDue(job, at(90_000))).toBeDefined();
    });

    describe('deletion', () => {
      test.each(['queued', 'processing'] as const)(
        'deletion cancels a job that is %s: it costs nothing, its options are erased, and it never changes again',
        async (status) => {
          const request = { ...erasedRequest, context: 'private', customVocabulary: ['Zoë'] };
          const job = status === 'queued' ? await queued({ request }) : await joined({ request });
          expect(await world.store.cancel(job, at(5))).toMatchObject({
            status: 'canceled',
            request: erasedRequest,
            billedMicroUsd: 0,
            deletedAt: at(5).toISOString(),
          });
          expect(await world.store.cancel(job, at(6))).toBeUndefined();
          expect(await world.store.claim(job, at(10 * leaseMs))).toBeUndefined();
          expect(await world.store.fail(job, failure, at(6))).toBeUndefined();
          const completion = { now: at(6), detectedLanguage: 'en', billedMicroUsd: 5 };
          expect(await world.store.complete(job, completion)).toBe(false);
          expect(await world.chargeOf(job)).toBeUndefined();
          expect(await isDue(job, at(cleanUpSweepMs + 4))).toBeUndefined();
          expect(await isDue(job, at(cleanUpSweepMs + 5))).toBeDefined();
        },
      );

      test('of a concurrent cancellation and completion exactly one succeeds', async () => {
        const job = await joined();
        const completion = { now: at(5), detectedLanguage: 'en', billedMicroUsd: 5 };
        const [canceled, completed] = await Promise.all([
          world.store.cancel(job, at(5)),
          world.store.complete(job, completion),
        ]);
        expect(canceled === undefined).toBe(completed);
        expect(await world.chargeOf(job)).toBe(completed ? 5 : undefined);
      });

      test('deletion erases a completed job once, makes it due again, and keeps its ledger line', async () => {
        const job = await joined();
        await world.store.complete(job, { now: start, detectedLanguage: 'en', billedMicroUsd: 5 });
        await world.store.markCleaned(job, cleaned(start, null));
        const erased = { status: 'completed', deletedAt: at(5).toISOString(), request: erasedRequest };
        expect(await world.store.erase(job, at(5))).toMatchObject(erased);
        expect(await world.store.erase(job, at(6))).toBeUndefined();
        expect(await isDue(job, at(cleanUpSweepMs + 5))).toBeDefined();
        expect(await world.chargeOf(job)).toBe(5);
      });

      test('an unfinished or unknown job cannot be erased', async () => {
        const job = await claimed();
        expect(await world.store.erase(job, at(5))).toBeUndefined();
        expect(await world.store.erase({ ...job, id: 'ofq_none' }, at(5))).toBeUndefined();
        expect(await world.store.cancel({ ...job, id: 'ofq_none' }, at(5))).toBeUndefined();
      });

      test('a deletion stays due after a clean-up that began before it', async () => {
        const job = await joined();
        await world.store.complete(job, { now: start, detectedLanguage: 'en', billedMicroUsd: 5 });
        await world.store.erase(job, at(5));
        await world.store.markCleaned(job, cleaned(at(6), null));
        expect(await isDue(job, at(cleanUpSweepMs + 5))).toBeDefined();
      });
    });

    describe('the queues', () => {
      const { unfinishedJobsPerProject: perProject, unfinishedJobsPerOrganization: together } = queueLimits;
      type Whose = Pick<Transcription, 'tenant' | 'organizationId'>;

      const create = async (whose: Whose, count: number) => {
        const created = await Promise.all(
          Array.from({ length: count }, async () => {
            const { id: uploadId } = await added(whose);
            const job = aTranscription({ id: randomId('ofq'), uploadId, ...whose });
            return { job, outcome: await world.store.create(job, start) };
          }),
        );
        const jobsOf = (kind: string) =>
          created.filter(({ outcome }) => outcome.kind === kind).map(({ job }) => job);
        return { taken: jobsOf('created'), refused: jobsOf('queue_full') };
      };

      test("a project's queue refuses jobs over its limit, and the upload of a refused job stays usable", async () => {
        const whose = { tenant: 'prj_queue.live', organizationId: 'org_queue' } as const;
        const { taken, refused } = await create(whose, perProject + 7);
        expect([taken.length, refused.length]).toEqual([perProject, 7]);

        const [one] = taken;
        const [waiting, more] = refused;
        if (!one || !waiting || !more) throw new Error('Some were taken, some refused.');
        expect(await world.store.create(one, start)).toMatchObject({ kind: 'exists' });
        await world.store.leaveQueue(one);
        await world.store.leaveQueue(one);
        expect(await world.store.create(waiting, start)).toEqual({ kind: 'created' });
        const full = { kind: 'queue_full', of: 'project', max: perProject };
        expect(await world.store.create(more, start)).toEqual(full);
      });

      test("an organization's queue counts all its projects, live and test, and a job it refuses does not count in the project's queue", async () => {
        const inOrganization = (tenant: Tenant): Whose => ({ tenant, organizationId: 'org_together' });
        await create(inOrganization('prj_x.live'), perProject);
        const rest = together - perProject - 1;
        const { taken } = await create(inOrganization('prj_x.test'), rest);
        expect(taken).toHaveLength(rest);
        const last = await create(inOrganization('prj_z.live'), 5);
        expect([last.taken.length, last.refused.length]).toEqual([1, 4]);

        const [one] = taken;
        const [waiting, more] = last.refused;
        if (!one || !waiting || !more) throw new Error('Some were taken, some refused.');
        const full = { kind: 'queue_full', of: 'organization', max: together };
        expect(await world.store.create(more, start)).toEqual(full);
        expect(await world.store.create(one, start)).toMatchObject({ kind: 'exists' });
        await world.store.leaveQueue(one);
        await world.store.leaveQueue(one);
        expect(await world.store.create(waiting, start)).toEqual({ kind: 'created' });
        expect(await world.store.create(more, start)).toEqual(full);
        const elsewhere = { tenant: 'prj_z.live', organizationId: 'org_elsewhere' } as const;
        expect((await create(elsewhere, perProject)).taken).toHaveLength(perProject - 2);
      });

      test("a job of a project without an organization counts in the project's queue only", async () => {
        const whose = { tenant: 'prj_alone.live', organizationId: null } as const;
        const { taken } = await create(whose, 3);
        expect(taken).toHaveLength(3);
        for (const job of taken) await expect(world.store.leaveQueue(job)).resolves.toBeUndefined();
      });
    });

    test('of many sweepers only one reschedules a job', async () => {
      const job = await queued();
      const due = await isDue(job, at(firstSweepMs));
      if (!due) throw new Error('A job whose message had no effect is due.');
      const next = at(60 * 60_000);
      const sweeps = await Promise.all(
        Array.from({ length: 8 }, () => world.store.rescheduleSweep(due, next)),
      );
      expect(sweeps.filter(Boolean)).toMatchObject([{ id: job.id, sweeps: 1 }]);
      expect(await isDue(job, at(60 * 60_000 - 1))).toBeUndefined();
      expect(await isDue(job, next)).toBeDefined();
    });
  });
};
