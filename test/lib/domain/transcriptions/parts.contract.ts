import { beforeAll, describe, expect, test } from 'vitest';
import { firstSweepMs, leaseMs } from '#lib/domain/transcriptions/timing.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { at, scenes, start, type World } from './repository-scenes.ts';

const plan = { header: 'aGVhZA==', slices: [0, 5].map((from) => ({ from, to: from + 5 })) };
const cutOf = (chunks: number) => ({ chunks, start: { ms: 0, sound: 0 }, end: { ms: chunks, sound: 9 } });
const whole = { chunkCount: 3, audioMs: 1_200, channels: 1, chunksOfParts: [1, 2], now: start };

/** The guarantees of every `TranscriptionRepository` about audio that is cut in parts. */
export const partsContract = (name: string, open: () => Promise<World>): void => {
  describe(`parts in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { claimed, isDue } = scenes(() => world);
    const planned = async (): Promise<Transcription> => {
      const job = await world.store.markPlanned(await claimed(), 2, at(1));
      if (!job) throw new Error('A claimed job can be planned.');
      return job;
    };

    test('each attempt has its own plan, and the first record of it counts', async () => {
      const job = await claimed();
      expect(await world.store.findPlan(job)).toBeUndefined();
      await world.store.recordPlan(job, plan, start);
      await world.store.recordPlan(job, { header: '', slices: [] }, start);
      expect(await world.store.findPlan(job)).toEqual(plan);
      expect(await world.store.findPlan({ ...job, attempt: 2 })).toBeUndefined();
      expect(await world.store.listPartProgress(job)).toEqual([]);
    });

    test('a plan is recorded once and holds the job for a lease', async () => {
      const job = await planned();
      expect(job).toMatchObject({ parts: { count: 2, attempt: 1, plannedAt: at(1).toISOString() } });
      expect(await isDue(job, at(leaseMs))).toBeUndefined();
      expect(await isDue(job, at(1 + leaseMs))).toBeDefined();
      expect(await world.store.claim(job, at(1 + leaseMs))).toBeUndefined();
      expect(await world.store.claim(job, at(2 + leaseMs))).toMatchObject({ attempt: 2 });
      expect(await world.store.markPlanned({ ...job, attempt: 2 }, 2, at(3 + leaseMs))).toBeUndefined();
    });

    test('a plan is refused after its attempt was superseded, and after the job ended', async () => {
      const job = await claimed();
      await world.store.claim(job, at(1 + leaseMs));
      expect(await world.store.markPlanned(job, 2, at(2 + leaseMs))).toBeUndefined();
      expect(await world.store.find(job)).toMatchObject({ attempt: 2, parts: null });
      const canceled = await claimed();
      await world.store.cancel(canceled, at(1));
      expect(await world.store.markPlanned(canceled, 2, at(2))).toBeUndefined();
    });

    test('a plan whose response was lost is the plan again', async () => {
      const job = await planned();
      expect(await world.store.markPlanned(job, 0, at(2))).toEqual(job);
    });

    test('the first cut of a part counts, and is answered to all', async () => {
      const job = await planned();
      const part = { ...job, part: 1 };
      expect(await world.store.recordCut(part, cutOf(3), at(2))).toMatchObject({ part: 1, cut: cutOf(3) });
      expect(await world.store.recordCut(part, cutOf(4), at(3))).toMatchObject({ part: 1, cut: cutOf(3) });
    });

    test('a cut and the chunks of its part are known together, whichever is recorded first', async () => {
      const job = await planned();
      const [early, late] = [0, 1].map((part) => ({ ...job, part }));
      const done = { spanMs: 5, now: at(2) };
      await world.store.markChunkDone({ ...job, index: 0 }, done);
      if (early) await world.store.recordCut(early, cutOf(1), at(3));
      if (late) await world.store.recordCut(late, cutOf(2), at(3));
      await world.store.markChunkDone({ ...job, index: 100 }, done);
      expect(await world.store.listPartProgress(job)).toMatchObject([
        { cut: cutOf(1), doneChunks: new Set([0]) },
        { cut: cutOf(2), doneChunks: new Set([100]) },
      ]);
    });

    test('of many parts cut at once each is recorded, and the lease is renewed', async () => {
      const job = await planned();
      const parts = Array.from({ length: 20 }, (_, part) => part);
      await Promise.all(parts.map((part) => world.store.markPartCut({ ...job, part }, at(2))));
      expect(await world.store.find(job)).toMatchObject({
        cutParts: new Set(parts),
        sweeps: 0,
        leaseUntil: at(2 + leaseMs).toISOString(),
      });
    });

    test('a cut is progress: it ends the count of sweeps and postpones the next one by a lease', async () => {
      const job = await planned();
      const due = await isDue(job, at(1 + leaseMs));
      if (!due) throw new Error('The planned job is due.');
      expect(await world.store.rescheduleSweep(due, at(3 * leaseMs))).toMatchObject({ sweeps: 1 });
      const cutAt = 1 + leaseMs;
      expect(await world.store.markPartCut({ ...job, part: 0 }, at(cutAt))).toMatchObject({ sweeps: 0 });
      expect(await isDue(job, at(cutAt + leaseMs - 1))).toBeUndefined();
      expect(await isDue(job, at(cutAt + leaseMs))).toBeDefined();
    });

    test('a cut is refused after its attempt was superseded', async () => {
      const job = await planned();
      await world.store.claim(job, at(2 + leaseMs));
      expect(await world.store.markPartCut({ ...job, part: 0 }, at(3 + leaseMs))).toBeUndefined();
      expect(await world.store.releaseParts(job, at(3 + leaseMs))).toBe(false);
    });

    test('parts that are given up take no cut, no lease, and a new claim at once', async () => {
      const job = await planned();
      expect(await world.store.releaseParts(job, at(2))).toBe(true);
      expect(await isDue(job, at(2 + firstSweepMs))).toBeDefined();
      expect(await world.store.releaseParts(job, at(2))).toBe(false);
      expect(await world.store.markPartCut({ ...job, part: 0 }, at(3))).toBeUndefined();
      expect(await world.store.renewLease(job, at(3))).toBe(false);
      const again = await world.store.claim(job, at(4));
      expect(again).toMatchObject({ attempt: 2, parts: { attempt: 1 } });
    });

    test('joining records how many chunks each part had, and ends the cutting', async () => {
      const job = await planned();
      expect(await world.store.markSplit(job, whole)).toMatchObject({
        chunkCount: 3,
        chunksOfParts: [1, 2],
        audioMs: 1_200,
        channels: 1,
        parts: null,
        leaseUntil: null,
      });
      expect(await world.store.markPlanned(job, 2, at(3))).toBeUndefined();
      expect(await world.store.markPartCut({ ...job, part: 0 }, at(3))).toBeUndefined();
      expect(await world.store.renewLease(job, at(3))).toBe(false);
      expect(await world.store.releaseParts(job, at(3))).toBe(false);
      expect(await world.store.claim(job, at(2 * leaseMs))).toBeUndefined();
    });
  });
};
