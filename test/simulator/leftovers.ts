import { resultKey, sourcePrefix, workPrefix } from '#lib/domain/transcriptions/keys.ts';
import { workersGoneMs } from '#lib/domain/transcriptions/timing.ts';
import { hasResult, isTerminal, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Chaos } from './chaos.ts';
import type { Judge } from './judge.ts';
import type { Timeline } from './timeline.ts';
import type { Worker } from './worker.ts';

type World = {
  readonly database: MemoryDatabase;
  readonly judge: Judge;
  readonly timeline: Timeline;
  readonly chaos: Chaos;
};

type Write = { readonly at: number; readonly by: Pick<Worker, 'bornAt' | 'isHurt'> };

const isUploadOf = ({ tenant, uploadId }: Transcription, key: string): boolean =>
  uploadId !== null && key === uploadKey({ tenant, id: uploadId });

/** A file belongs to no job. */
const isOf = (job: Transcription, key: string): boolean =>
  [workPrefix(job), sourcePrefix(job)].some((prefix) => key.startsWith(prefix)) ||
  isUploadOf(job, key) ||
  key === resultKey(job);

/** Judges what lies in the buckets when nothing happens any more, and whose fault it is. */
export const newLeftovers = ({ database, judge, timeline, chaos }: World) => {
  const writes = new Map<string, Write>();
  const ownerOf = (key: string): Transcription | undefined => {
    for (const { job } of database.rows.values()) if (isOf(job, key)) return job;
    return undefined;
  };

  /**
   * The text of a completed job stays and is looked after no more: what is written later by a worker that could not
   * put it away, or posted under a grant that is still open, is left to the lifecycle rule of the bucket.
   */
  const isLeftToLifecycle = (job: Transcription, { at, by }: Write): boolean =>
    at >= judge.endedAt(job.id) && by.isHurt();

  /** Of any other job everything is removed when no worker can be left; a worker without a time limit may be. */
  const isOfZombie = (job: Transcription, { at }: Write): boolean =>
    !chaos.enforcesTimeouts && at >= Date.parse(job.deletedAt ?? job.completedAt ?? '') + workersGoneMs;

  return {
    written: (key: string, by: Worker): void => {
      writes.set(key, { at: timeline.ms(), by });
      const owner = ownerOf(key);
      if (!owner) return judge.report(`${key} is written for no job`);
      const before = !isTerminal(owner.status) || by.bornAt <= judge.endedAt(owner.id);
      judge.must(before, () => `${key} is written by a worker that began after the end of the job`);
    },
    posted: (key: string): void => {
      writes.set(key, { at: timeline.ms(), by: { bornAt: timeline.ms(), isHurt: () => true } });
    },
    check: (keys: Iterable<string>): void => {
      for (const key of keys) {
        const job = ownerOf(key);
        const write = writes.get(key);
        if (!job || !write || (hasResult(job) && key === resultKey(job))) continue;
        const excused = hasResult(job) ? isLeftToLifecycle(job, write) : isOfZombie(job, write);
        judge.must(excused, () => `${key} is left behind by a job that is ${job.status}`);
      }
    },
  };
};
export type Leftovers = ReturnType<typeof newLeftovers>;
