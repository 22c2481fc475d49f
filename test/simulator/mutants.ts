import type { Bucket } from '#lib/aws/bucket.ts';
import { failTranscription } from '#lib/transcriptions/fail-transcription.ts';
import type { failDead } from '#lib/transcriptions/fail-dead.ts';
import { JobFailure } from '#lib/errors.ts';
import { workPrefix } from '#lib/transcriptions/keys.ts';
import type { TranscriptionStore } from '#lib/transcriptions/store.ts';
import { sweep } from '#lib/transcriptions/sweep.ts';
import { after } from '#lib/transcriptions/timing.ts';
import { isTerminal, type JobRef, type Transcription } from '#lib/transcriptions/transcription.ts';
import { uploadKey } from '#lib/uploads/upload-key.ts';
import type { MemoryDatabase } from '../support/memory-store.ts';
import type { Deps } from './ports.ts';

/** A protocol with one mistake in it. */
export type Mutant = {
  readonly store?: (database: MemoryDatabase) => Partial<TranscriptionStore>;
  readonly results?: (bucket: Bucket) => Partial<Bucket>;
  readonly deps?: (deps: Deps, database: MemoryDatabase) => Partial<Deps>;
  readonly sweep?: typeof sweep;
  readonly failDead?: typeof failDead;
};

const jobIn = ({ rows }: MemoryDatabase, { projectId, id }: JobRef): Transcription | undefined =>
  rows.get(`${projectId}/${id}`)?.job;

/** The claim of whoever holds the job now: what a write without a fence amounts to. */
const unfenced = <C extends JobRef & { attempt: number }>(database: MemoryDatabase, claim: C): C => ({
  ...claim,
  attempt: jobIn(database, claim)?.attempt ?? claim.attempt,
});

const unfencedCompletion =
  (database: MemoryDatabase, ledgerKey: (key: string) => string): TranscriptionStore['complete'] =>
  async (job, { now, billedMicroUsd, detectedLanguage }) => {
    const key = `${job.projectId}/${job.id}`;
    if (job.charged && database.ledger.has(ledgerKey(key))) return false;
    if (job.charged) database.ledger.set(ledgerKey(key), billedMicroUsd);
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

const workOf = (database: MemoryDatabase, job: Transcription): Transcription => jobIn(database, job) ?? job;

/** Each must be caught. They are the ways in which protocols like this one have gone wrong. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'nobody sweeps': { sweep: async () => {} },

  'a chunk counts for whichever attempt runs': {
    store: (database) => ({
      markChunkDone: (claim, chunk) => database.store.markChunkDone(unfenced(database, claim), chunk),
    }),
  },

  'the end of splitting counts for whichever attempt runs': {
    store: (database) => ({
      markSplit: (claim, cut) => database.store.markSplit(unfenced(database, claim), cut),
    }),
  },

  'completing has no condition': {
    store: (database) => ({ complete: unfencedCompletion(database, (key) => key) }),
  },

  'completing has no condition and each charge a key of its own': {
    store: (database) => ({
      complete: unfencedCompletion(database, (key) => `${key}/${database.ledger.size}`),
    }),
  },

  'failing has no fence': {
    store: (database) => ({
      fail: ({ projectId, id }, error, now) => database.store.fail({ projectId, id }, error, now),
    }),
  },

  'failing does not ask whether the job has ended': {
    store: (database) => ({
      fail: async (ref, error, now) =>
        database.update(
          ref,
          () => true,
          () => ({ status: 'failed', completedAt: now.toISOString(), billedMicroUsd: 0, error }),
        ),
    }),
  },

  'a claim does not wait for the lease to run out': {
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

  'a claim keeps the chunks of the attempt before': {
    store: (database) => ({
      claim: async (ref, now) => {
        const before = jobIn(database, ref);
        const job = await database.store.claim(ref, now);
        return (
          job &&
          database.update(
            ref,
            () => true,
            () => ({ doneChunks: before?.doneChunks ?? new Set() }),
          )
        );
      },
    }),
  },

  'the join counts reports instead of chunks': {
    store: (database) => ({
      markChunkDone: async (claim, { index, ...chunk }) => {
        const size = jobIn(database, claim)?.doneChunks.size ?? index;
        return database.store.markChunkDone(claim, { index: size, ...chunk });
      },
    }),
  },

  'a chunk is counted before its text is there': {
    deps: ({ audio, store }) => {
      let write = async (): Promise<void> => {};
      return {
        audio: {
          ...audio,
          put: async (key, ...body) => {
            if (!key.endsWith('.json')) return audio.put(key, ...body);
            write = () => audio.put(key, ...body);
          },
        },
        store: {
          ...store,
          markChunkDone: async (...chunk) => {
            const job = await store.markChunkDone(...chunk);
            await write();
            return job;
          },
        },
      };
    },
  },

  'the audio is removed before the job is completed': {
    deps: ({ audio, store }, database) => ({
      store: {
        ...store,
        complete: async (job, completion) => {
          await audio.removeAll(workPrefix(job));
          await audio.remove([uploadKey({ projectId: job.projectId, id: workOf(database, job).uploadId })]);
          return store.complete(job, completion);
        },
      },
    }),
  },

  'the job is completed before its result is written': {
    deps: ({ results, store }) => {
      let write = async (): Promise<void> => {};
      return {
        results: {
          ...results,
          putOnce: async (...object) => void (write = () => results.putOnce(...object)),
        },
        store: {
          ...store,
          complete: async (...completion) => {
            const done = await store.complete(...completion);
            await write();
            return done;
          },
        },
      };
    },
  },

  'nobody renews a lease': { deps: () => ({ every: () => () => {} }) },

  'a result can be overwritten': {
    results: (bucket) => ({ putOnce: bucket.put }),
  },

  'chunks of different attempts share their names': {
    deps: ({ audio }) => {
      const shared = (key: string) => key.replace(/\/\d+\/(?=\d{4}\.)/, '/1/');
      return {
        audio: {
          ...audio,
          get: (key) => audio.get(shared(key)),
          put: (key, ...body) => audio.put(shared(key), ...body),
        },
      };
    },
  },

  'the sweeper looks every minute': {
    store: (database) => ({
      takeLook: (due) => database.store.takeLook(due, after(new Date(due.dueAt), 60_000)),
    }),
  },

  'the sweeper sends no chunk again': {
    sweep: (deps) => sweep({ ...deps, sendChunk: async () => {} }),
  },
  'the sweeper calls no finisher': {
    sweep: (deps) => sweep({ ...deps, sendFinish: async () => {} }),
  },

  'clean-up is not repeated': {
    store: (database) => ({
      listDue: async (now) =>
        (await database.store.listDue(now)).filter(
          ({ ref }) => !isTerminal(jobIn(database, ref)?.status ?? 'failed'),
        ),
    }),
  },

  'a dead message fails its job whatever was done since': {
    failDead: (deps, { projectId, id, attempt }) =>
      failTranscription(
        deps,
        { projectId, id, ...(attempt !== undefined && { attempt }) },
        new JobFailure('internal_error', 'Dead.'),
      ),
  },

  'a job is created without consuming its upload': {
    store: (database) => ({
      create: async (job, now) => {
        const { projectId, uploadId: id } = job;
        const upload = await database.uploads.find({ projectId, id });
        const outcome = await database.store.create(job, now);
        if (outcome.kind === 'created' && upload) database.uploads.add(upload);
        return outcome;
      },
    }),
  },
};
