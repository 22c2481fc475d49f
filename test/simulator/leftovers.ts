import { resultKey, sourcePrefix, workPrefix } from '#lib/domain/transcriptions/keys.ts';
import { workersGoneMs } from '#lib/domain/transcriptions/timing.ts';
import { hasResult, isTerminal, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Chaos } from './chaos.ts';
import type { Verifier } from './verifier.ts';
import type { Timeline } from './timeline.ts';
import type { Worker } from './worker.ts';

type World = {
  readonly database: MemoryDatabase;
  readonly verifier: Verifier;
  readonly timeline: Timeline;
  readonly chaos: Chaos;
};

type Write = { readonly at: number; readonly by: Pick<Worker, 'startedAt' | 'wasDisturbed'> };

const isUploadOf = ({ tenant, uploadId }: Transcription, key: string): boolean =>
  uploadId !== null && key === uploadKey({ tenant, id: uploadId });

/**
 * Objects that are made from an upload which may never get a job. Those of a job in parts are removed with the job, and others
 * are left to the lifecycle rule.
 */
const isOfUpload = (key: string): boolean => /^work\/[^/]+\/upl_/.test(key);

/** Objects of registered files do not count: they belong to no job. */
const isObjectOf = (job: Transcription, key: string): boolean =>
  [workPrefix(job), sourcePrefix(job)].some((prefix) => key.startsWith(prefix)) ||
  isUploadOf(job, key) ||
  key === resultKey(job);

/** Checks that jobs leave no objects in the buckets, except those that a killed or disturbed worker may leave. */
export const newLeftovers = ({ database, verifier, timeline, chaos }: World) => {
  const writes = new Map<string, Write>();
  const ownerOf = (key: string): Transcription | undefined => {
    for (const { job } of database.rows.values()) if (isObjectOf(job, key)) return job;
    return undefined;
  };

  /**
   * A completed job is not swept again. Objects written after its end by a disturbed worker, or uploaded with a grant that is still
   * valid, are left to the lifecycle rule of the bucket.
   */
  const isLeftToLifecycle = (job: Transcription, { at, by }: Write): boolean =>
    at >= verifier.endedAt(job.id) && by.wasDisturbed();

  /** Other jobs are cleaned up again after all workers have timed out. A worker without a time limit may write later. */
  const isOfZombie = (job: Transcription, { at }: Write): boolean =>
    !chaos.enforcesTimeouts && at >= Date.parse(job.deletedAt ?? job.completedAt ?? '') + workersGoneMs;

  return {
    written: (key: string, by: Worker): void => {
      if (isOfUpload(key)) return;
      writes.set(key, { at: timeline.ms(), by });
      const owner = ownerOf(key);
      if (!owner) return verifier.report(`${key} is written without a job`);
      const before = !isTerminal(owner.status) || by.startedAt <= verifier.endedAt(owner.id);
      verifier.check(before, () => `${key} is written by a worker that began after the end of the job`);
    },
    posted: (key: string): void => {
      writes.set(key, { at: timeline.ms(), by: { startedAt: timeline.ms(), wasDisturbed: () => true } });
    },
    check: (keys: Iterable<string>): void => {
      for (const key of keys) {
        const job = ownerOf(key);
        const write = writes.get(key);
        if (!job || !write || (hasResult(job) && key === resultKey(job))) continue;
        const isAllowed = hasResult(job) ? isLeftToLifecycle(job, write) : isOfZombie(job, write);
        verifier.check(isAllowed, () => `${key} is left behind by a job that is ${job.status}`);
      }
    },
  };
};
export type Leftovers = ReturnType<typeof newLeftovers>;
