import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Mutants } from './mutant.ts';
import { jobIn } from './wrong-stores.ts';

const plenty = 1_000_000_000;

/** The same write in a world in which everybody has plenty. */
const unchecked = async <Outcome>(
  { money }: MemoryDatabase,
  job: Transcription,
  write: () => Promise<Outcome>,
): Promise<Outcome> => {
  const payer = job.organizationId ?? 'nobody';
  money.pay(payer, plenty);
  const outcome = await write();
  money.pay(payer, -plenty);
  return outcome;
};

/** The same end, after which what the job held stays held. */
const keeping = async <Ended>(
  { money }: MemoryDatabase,
  job: Transcription | undefined,
  end: () => Promise<Ended>,
): Promise<Ended> => {
  const ended = await end();
  if (ended && job) money.hold(job, job.heldMicroUsd ?? 0);
  return ended;
};

/** Holds that are taken, corrected or given back wrongly, and days of test mode without an end. */
export const wrongHolds: Mutants = {
  'a failed job gives nothing back': {
    store: (database) => ({
      fail: (ref, ...rest) =>
        keeping(database, jobIn(database, ref), () => database.store.fail(ref, ...rest)),
    }),
  },

  'a canceled job gives nothing back': {
    store: (database) => ({
      cancel: (ref, now) => keeping(database, jobIn(database, ref), () => database.store.cancel(ref, now)),
    }),
  },

  'a completed job is charged and gives nothing back': {
    store: (database) => ({
      complete: (job, completion) =>
        keeping(database, jobIn(database, job), () => database.store.complete(job, completion)),
    }),
  },

  'a job is created whatever is free': {
    store: (database) => ({
      create: (job, now) => unchecked(database, job, () => database.store.create(job, now)),
    }),
  },

  'a job that is longer than it holds takes the rest whatever is free': {
    store: (database) => ({
      markSplit: (job, cut) => unchecked(database, job, () => database.store.markSplit(job, cut)),
    }),
  },

  'a length that is noted twice gives back twice': {
    store: (database) => ({
      markSplit: async (job, cut) => {
        const isKnown = jobIn(database, job)?.chunkCount != null;
        const after = await database.store.markSplit(job, cut);
        if (isKnown && typeof after === 'object' && job.heldMicroUsd !== null)
          database.money.hold(job, (after.heldMicroUsd ?? 0) - job.heldMicroUsd);
        return after;
      },
    }),
  },

  'a refused job stays as it is, and holds nothing any more': {
    store: (database) => ({
      markSplit: async (job, cut) => {
        const after = await database.store.markSplit(job, cut);
        if (after === 'insufficient_credits') database.money.release(job);
        return after;
      },
    }),
  },

  'a day of test mode has no end': {
    store: ({ money, store }) => ({
      markSplit: async (job, cut) => {
        const used = new Map(money.quota);
        money.quota.clear();
        const after = await store.markSplit(job, cut);
        for (const [day, ms] of used) money.quota.set(day, ms + (money.quota.get(day) ?? 0));
        return after;
      },
    }),
  },

  'a failed job uses nothing up of its day': {
    store: ({ money, store }) => ({
      fail: async (...failing) => {
        const failed = await store.fail(...failing);
        if (failed?.audioMs)
          for (const [day, ms] of money.quota)
            if (day.startsWith(failed.tenant)) money.quota.set(day, ms - failed.audioMs);
        return failed;
      },
    }),
  },
};
