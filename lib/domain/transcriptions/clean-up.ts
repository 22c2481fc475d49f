import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { log } from '#lib/platform/log.ts';
import { uploadKey, uploadWorkPrefix } from '#lib/domain/uploads/upload-key.ts';
import { resultKey, sourcePrefix, workPrefix } from './keys.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { workersGoneMs } from './timing.ts';
import {
  hasResult,
  isTerminal,
  type JobRef,
  sourceKeptUntil,
  sourceKindOf,
  type Transcription,
} from './transcription.ts';
import { later } from '#lib/platform/durations.ts';

export type CleanUpDeps = {
  readonly store: Pick<TranscriptionRepository, 'find' | 'fail' | 'leaveQueue' | 'markCleaned'>;
  readonly audio: Pick<Bucket, 'remove' | 'removeAll'>;
  /** Absent in workers that open customers' files, which may not access results. The sweeper cleans up for them. */
  readonly results?: Pick<Bucket, 'remove'>;
  /** Absent in the same workers. Erases the text of the realtime session from which the job was created. */
  readonly eraseSession?: (session: JobRef) => Promise<void>;
  readonly now: () => Date;
};

/**
 * The time of the next clean-up, if the job needs one: a superseded worker may still write, the audio is kept for a retry,
 * or this worker may not remove results.
 */
const nextSweepAt = (deps: CleanUpDeps, job: Transcription, begunAt: Date): Date | null => {
  if (hasResult(job)) return null;
  const workersGoneAt = later(job.completedAt ?? job.createdAt, workersGoneMs);
  if (begunAt < workersGoneAt) return workersGoneAt;
  const keptUntil = sourceKeptUntil(job);
  if (keptUntil && begunAt < keptUntil) return keptUntil;
  return deps.results ? null : begunAt;
};

/** Removes the audio of a job, except a registered file, which other jobs may use, and audio that a retry took over. */
const removeSource = async ({ audio }: CleanUpDeps, job: Transcription): Promise<void> => {
  const { tenant, uploadId, fetched } = job;
  if (job.retriedAs !== null) return;
  if (uploadId !== null && sourceKindOf(job) === 'upload') {
    const upload = { tenant, id: uploadId };
    await audio.remove([uploadKey(upload)]);
    if (job.parts ?? job.chunksOfParts) await audio.removeAll(uploadWorkPrefix(upload));
  }
  if (sourceKindOf(job) !== 'url') return;
  if (fetched) await audio.remove([fetched.key]);
  await audio.removeAll(sourcePrefix(job));
};

const removeText = async ({ results, eraseSession }: CleanUpDeps, job: Transcription): Promise<void> => {
  const { tenant, uploadId } = job;
  await results?.remove([resultKey(job)]);
  if (uploadId !== null && sourceKindOf(job) === 'realtime') await eraseSession?.({ tenant, id: uploadId });
};

/** Removes the data that an ended job must not keep. If that fails, the job stays due, and the sweeper repeats it. */
export const cleanUp = async (deps: CleanUpDeps, job: Transcription): Promise<void> => {
  const begunAt = deps.now();
  const keptUntil = sourceKeptUntil(job);
  const keepsSource = keptUntil !== undefined && begunAt < keptUntil;
  try {
    await deps.audio.removeAll(workPrefix(job));
    if (!keepsSource) await removeSource(deps, job);
    if (!hasResult(job)) await removeText(deps, job);
    // A retry sets `sourceDeletedAt` as well, perhaps before the job has left the queue.
    if (job.sourceDeletedAt === null || job.retriedAs !== null) await deps.store.leaveQueue(job);
    const sweepAt = nextSweepAt(deps, job, begunAt);
    await deps.store.markCleaned(job, { now: deps.now(), nextSweepAt: sweepAt, keepsSource });
  } catch (error) {
    log.error('transcription.clean_up_failed', error, { transcription_id: job.id });
  }
};

/**
 * Removes what a worker wrote if its job has ended. The job's own clean-up may already be over, and then nothing else
 * would remove it.
 */
export const removeIfEnded = async (
  {
    store,
    audio,
  }: { readonly store: Pick<TranscriptionRepository, 'find'>; readonly audio: Pick<Bucket, 'remove'> },
  ref: JobRef,
  keys: readonly string[],
): Promise<void> => {
  const job = await store.find(ref);
  if (job && isTerminal(job.status)) await audio.remove(keys);
};

/** Cleans up after a worker whose job ended during its work; false if the job has not ended. */
export const cleanUpIfEnded = async (deps: CleanUpDeps, ref: JobRef): Promise<boolean> => {
  const job = await deps.store.find(ref);
  if (!job || !isTerminal(job.status)) return false;
  await cleanUp(deps, job);
  return true;
};
