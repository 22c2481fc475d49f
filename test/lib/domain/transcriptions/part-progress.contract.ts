import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUpSweepMs, leaseMs } from '#lib/domain/transcriptions/timing.ts';
import { at, scenes, start, type World } from './repository-scenes.ts';

const done = (ms: number) => ({ spanMs: 500, now: at(ms) });

/** The guarantees of every `TranscriptionRepository` about the recognition progress of a job. */
export const partProgressContract = (name: string, open: () => Promise<World>): void => {
  describe(`the recognized parts in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { claimed, joined, isDue } = scenes(() => world);

    test('a chunk counts once, however often it is reported', async () => {
      const job = await claimed();
      const first = {
        part: 0,
        cut: null,
        doneChunks: new Set([3]),
        processedMs: 500,
        progressAt: at(1).toISOString(),
      };
      expect(await world.store.markChunkDone({ ...job, index: 3 }, done(1))).toEqual(first);
      expect(await world.store.markChunkDone({ ...job, index: 3 }, done(2))).toEqual(first);
      const both = {
        part: 0,
        cut: null,
        doneChunks: new Set([0, 3]),
        processedMs: 1_000,
        progressAt: at(3).toISOString(),
      };
      expect(await world.store.markChunkDone({ ...job, index: 0 }, done(3))).toEqual(both);
      expect(await world.store.findPartProgress({ ...job, part: 0 })).toEqual(both);
    });

    test('of many chunks counted at once each counts', async () => {
      const job = await claimed();
      const indexes = Array.from({ length: 20 }, (_, index) => index);
      await Promise.all(indexes.map((index) => world.store.markChunkDone({ ...job, index }, done(1))));
      expect(await world.store.findPartProgress({ ...job, part: 0 })).toMatchObject({
        doneChunks: new Set(indexes),
        processedMs: 10_000,
      });
    });

    test('each part of each attempt counts by itself', async () => {
      const job = await claimed();
      for (const index of [0, 100, 1_401]) await world.store.markChunkDone({ ...job, index }, done(1));
      const tenth = { ...job, attempt: 10 };
      await world.store.markChunkDone({ ...tenth, index: 1 }, done(1));
      const partsOf = async (claim: typeof job) =>
        (await world.store.listPartProgress(claim)).map(({ part, doneChunks }) => [part, [...doneChunks]]);
      expect(await partsOf(job)).toEqual([
        [0, [0]],
        [1, [100]],
        [14, [1_401]],
      ]);
      expect(await partsOf(tenth)).toEqual([[0, [1]]]);
      expect(await world.store.findPartProgress({ ...job, part: 2 })).toBeUndefined();
    });

    test('a part is reported once, and only by the current attempt', async () => {
      const old = await claimed();
      const first = at(1);
      const again = at(2);
      expect(await world.store.markPartDone({ ...old, part: 1 }, first)).toMatchObject({
        doneParts: new Set([1]),
      });
      expect(await world.store.markPartDone({ ...old, part: 1 }, again)).toMatchObject({
        doneParts: new Set([1]),
      });
      const job = await world.store.claim(old, at(leaseMs + 3));
      expect(job).toMatchObject({ attempt: 2, doneParts: new Set() });
      expect(await world.store.markPartDone({ ...old, part: 0 }, at(leaseMs + 4))).toBeUndefined();
    });

    test('progress counts sweeps from zero again and postpones the next one by a lease', async () => {
      const job = await joined();
      const due = await isDue(job, at(leaseMs));
      if (!due) throw new Error('A split job is due after a lease.');
      expect(await world.store.rescheduleSweep(due, at(leaseMs + 1))).toMatchObject({ sweeps: 1 });
      await world.store.noteProgress(job, at(5));
      expect(await isDue(job, at(leaseMs + 4))).toBeUndefined();
      expect(await isDue(job, at(leaseMs + 5))).toBeDefined();
      expect(await world.store.find(job)).toMatchObject({ sweeps: 0 });
    });

    test('progress of an attempt that is over does not postpone the clean-up', async () => {
      const job = await claimed();
      await world.store.cancel(job, start);
      await world.store.noteProgress(job, at(leaseMs));
      expect(await isDue(job, at(cleanUpSweepMs))).toBeDefined();
    });
  });
};
