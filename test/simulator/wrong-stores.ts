import { partOf } from '#lib/domain/transcriptions/part-progress.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { later } from '#lib/platform/durations.ts';
import { isTerminal, type JobRef, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { chunksPerPart } from '#lib/speech/audio/parts/plan.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Mutants } from './mutant.ts';
import { isCharged } from '#lib/domain/transcriptions/transcription.ts';

export const jobIn = ({ rows }: MemoryDatabase, { tenant, id }: JobRef): Transcription | undefined =>
  rows.get(`${tenant}/${id}`)?.job;

/** The claim of the current attempt. It makes a write unfenced. */
export const unfenced = <C extends JobRef & { attempt: number }>(database: MemoryDatabase, claim: C): C => ({
  ...claim,
  attempt: jobIn(database, claim)?.attempt ?? claim.attempt,
});

const unfencedCompletion =
  (database: MemoryDatabase, ledgerKey: (key: string) => string): TranscriptionRepository['complete'] =>
  async (job, { now, billedMicroUsd, detectedLanguage }) => {
    const key = `${job.tenant}/${job.id}`;
    if (isCharged(job) && database.ledger.has(ledgerKey(key))) return false;
    if (isCharged(job)) {
      const day = `${job.tenant}/${now.toISOString().slice(0, 10)}`;
      database.ledger.set(ledgerKey(key), billedMicroUsd);
      database.usage.set(day, (database.usage.get(day) ?? 0) + billedMicroUsd);
      const payer = job.organizationId ?? 'no organization';
      database.spent.set(payer, (database.spent.get(payer) ?? 0) + billedMicroUsd);
    }
    const done = {
      status: 'completed' as const,
      completedAt: now.toISOString(),
      detectedLanguage,
      billedMicroUsd,
    };
    return (
      database.update(
        job,
        () => true,
        () => done,
      ) !== undefined
    );
  };

/** Defects of the store: missing conditions. */
export const wrongStores: Mutants = {
  'a chunk is recorded for the current attempt': {
    store: (database) => ({
      markChunkDone: (chunk, done) => database.store.markChunkDone(unfenced(database, chunk), done),
    }),
  },

  'a part is reported for the current attempt': {
    store: (database) => ({
      markPartDone: (part, now) => database.store.markPartDone(unfenced(database, part), now),
    }),
  },

  'a part is taken for recognized before its last chunk': {
    store: (database) => ({
      markChunkDone: async (chunk, done) => {
        const progress = await database.store.markChunkDone(chunk, done);
        return { ...progress, doneChunks: new Set([...progress.doneChunks, -1]) };
      },
    }),
  },

  'reported parts are counted, not told apart': {
    store: (database) => ({
      markPartDone: (part, now) =>
        database.store.markPartDone(
          { ...part, part: jobIn(database, part)?.doneParts.size ?? part.part },
          now,
        ),
    }),
  },

  'the end of splitting is recorded for the current attempt': {
    store: (database) => ({
      markSplit: (claim, cut) => database.store.markSplit(unfenced(database, claim), cut),
    }),
  },

  'completing has no condition': {
    store: (database) => ({ complete: unfencedCompletion(database, (key) => key) }),
  },

  'completing has no condition, and each charge has its own key': {
    store: (database) => ({
      complete: unfencedCompletion(database, (key) => `${key}/${database.ledger.size}`),
    }),
  },

  'failing has no fence': {
    store: (database) => ({
      fail: ({ tenant, id }, error, now) => database.store.fail({ tenant, id }, error, now),
    }),
  },

  'failing does not check whether the job has ended': {
    store: (database) => ({
      fail: async (ref, error, now) =>
        database.update(
          ref,
          () => true,
          () => ({ status: 'failed', completedAt: now.toISOString(), billedMicroUsd: 0, error }),
        ),
    }),
  },

  'a claim does not wait for the lease to expire': {
    store: (database) => ({
      claim: (ref, now) => {
        database.update(
          ref,
          ({ job }) => job.status === 'processing' && job.chunkCount === null,
          () => ({ leaseUntil: new Date(0).toISOString() }),
        );
        return database.store.claim(ref, now);
      },
    }),
  },

  'a claim keeps the recognized parts of the previous attempt': {
    store: (database) => ({
      claim: async (ref, now) => {
        const before = jobIn(database, ref);
        const job = await database.store.claim(ref, now);
        return (
          job &&
          database.update(
            ref,
            () => true,
            () => ({ doneParts: before?.doneParts ?? new Set() }),
          )
        );
      },
    }),
  },

  'the join counts messages instead of chunks': {
    store: (database) => ({
      markChunkDone: async (chunk, done) => {
        const part = partOf(chunk.index);
        const size = database.progressOf(chunk).find((one) => one.part === part)?.doneChunks.size ?? 0;
        return database.store.markChunkDone({ ...chunk, index: part * chunksPerPart + size }, done);
      },
    }),
  },

  'the sweeper sweeps a job every minute': {
    store: (database) => ({
      rescheduleSweep: (due) => database.store.rescheduleSweep(due, later(new Date(due.dueAt), 60_000)),
    }),
  },

  'the cleanup is not repeated': {
    store: (database) => ({
      listDue: async (now) => {
        const { dues, next } = await database.store.listDue(now);
        return {
          dues: dues.filter(({ ref }) => !isTerminal(jobIn(database, ref)?.status ?? 'failed')),
          next,
        };
      },
    }),
  },

  'a job is created without consuming its upload': {
    store: (database) => ({
      create: async (job, now) => {
        const { tenant, uploadId } = job;
        const upload = await database.uploads.find({ tenant, id: uploadId ?? '' });
        const outcome = await database.store.create(job, now);
        if (outcome.kind === 'created' && upload) database.uploads.add(upload);
        return outcome;
      },
    }),
  },
};
