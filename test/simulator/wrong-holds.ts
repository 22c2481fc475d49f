import { billableMs, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Mutants } from './mutant.ts';
import { jobIn } from './wrong-stores.ts';

const plenty = 1_000_000_000;

/** Writes with unlimited credit. */
const withUnlimitedCredit = async <Outcome>(
  { money }: MemoryDatabase,
  job: Transcription,
  write: () => Promise<Outcome>,
): Promise<Outcome> => {
  const payer = job.organizationId ?? 'no organization';
  money.pay(payer, plenty);
  const outcome = await write();
  money.pay(payer, -plenty);
  return outcome;
};

/** Ends the job without releasing its hold. */
const keepingHold = async <Ended>(
  { money }: MemoryDatabase,
  job: Transcription | undefined,
  end: () => Promise<Ended>,
): Promise<Ended> => {
  const ended = await end();
  if (ended && job) money.hold(job, job.heldMicroUsd ?? 0);
  return ended;
};

/** Defects of holds, which are created, adjusted or released wrongly, and of the daily quota in test mode. */
export const wrongHolds: Mutants = {
  'a failed job does not release its hold': {
    store: (database) => ({
      fail: (ref, ...rest) =>
        keepingHold(database, jobIn(database, ref), () => database.store.fail(ref, ...rest)),
    }),
  },

  'a canceled job does not release its hold': {
    store: (database) => ({
      cancel: (ref, now) =>
        keepingHold(database, jobIn(database, ref), () => database.store.cancel(ref, now)),
    }),
  },

  'a completed job is charged without releasing its hold': {
    store: (database) => ({
      complete: (job, completion) =>
        keepingHold(database, jobIn(database, job), () => database.store.complete(job, completion)),
    }),
  },

  'a job is created without free credit': {
    store: (database) => ({
      create: (job, now) => withUnlimitedCredit(database, job, () => database.store.create(job, now)),
    }),
  },

  'a job that costs more than its hold is continued without free credit': {
    store: (database) => ({
      markSplit: (job, cut) => withUnlimitedCredit(database, job, () => database.store.markSplit(job, cut)),
    }),
  },

  'only one of several channels is billed': {
    store: ({ store }) => ({
      markSplit: (job, cut) => store.markSplit(job, { ...cut, channels: 1 }),
    }),
  },

  'recording the length twice adjusts the hold twice': {
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

  'a refused job is not failed, but its hold is released': {
    store: (database) => ({
      markSplit: async (job, cut) => {
        const after = await database.store.markSplit(job, cut);
        if (after === 'insufficient_credits') database.money.release(job);
        return after;
      },
    }),
  },

  'the daily quota of test mode is ignored': {
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

  'a failed job does not use up the daily quota': {
    store: ({ money, store }) => ({
      fail: async (...failing) => {
        const failed = await store.fail(...failing);
        if (failed?.audioMs)
          for (const [day, ms] of money.quota)
            if (day.startsWith(failed.tenant)) money.quota.set(day, ms - billableMs(failed));
        return failed;
      },
    }),
  },
};
