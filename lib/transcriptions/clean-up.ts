import type { Bucket } from '#lib/aws/bucket.ts';
import { log } from '#lib/log.ts';
import { uploadKey } from '#lib/uploads/upload-key.ts';
import { resultKey, sourcePrefix, workPrefix } from './keys.ts';
import type { TranscriptionStore } from './store.ts';
import { after, workersGoneMs } from './timing.ts';
import { hasResult, isTerminal, type JobRef, sourceKindOf, type Transcription } from './transcription.ts';

export type CleanUpDeps = {
  readonly store: TranscriptionStore;
  readonly audio: Pick<Bucket, 'remove' | 'removeAll'>;
  /** Those who open customers' files have no right to results: for them the sweeper removes what should not be there. */
  readonly results?: Pick<Bucket, 'remove'>;
  readonly now: () => Date;
};

/** When the job must be looked at once more: a worker it was taken from may still write what nobody wants. */
const nextLookAt = (deps: CleanUpDeps, job: Transcription, begunAt: Date): Date | null => {
  if (hasResult(job)) return null;
  const workersGoneAt = after(new Date(job.deletedAt ?? job.completedAt ?? job.createdAt), workersGoneMs);
  if (begunAt < workersGoneAt) return workersGoneAt;
  return deps.results ? null : begunAt;
};

/** A registered file may have more jobs to come; it goes when it expires. */
const removeSource = async ({ audio }: CleanUpDeps, job: Transcription): Promise<void> => {
  const { tenant, uploadId } = job;
  if (uploadId !== null) await audio.remove([uploadKey({ tenant, id: uploadId })]);
  if (sourceKindOf(job) === 'url') await audio.removeAll(sourcePrefix(job));
};

/** Removes all that a job which has ended is not to keep. What fails here stays due, and the sweeper does it again. */
export const cleanUp = async (deps: CleanUpDeps, job: Transcription): Promise<void> => {
  const begunAt = deps.now();
  try {
    await deps.audio.removeAll(workPrefix(job));
    await removeSource(deps, job);
    if (!hasResult(job)) await deps.results?.remove([resultKey(job)]);
    if (job.sourceDeletedAt === null) await deps.store.leaveQueue(job);
    await deps.store.markCleaned(job, deps.now(), nextLookAt(deps, job, begunAt));
  } catch (error) {
    log.error('transcription.clean_up_failed', error, { transcription_id: job.id });
  }
};

/** Cleans up after a worker whose job ended under its hands; false when the job has not ended. */
export const cleanUpIfEnded = async (deps: CleanUpDeps, ref: JobRef): Promise<boolean> => {
  const job = await deps.store.find(ref);
  if (!job || !isTerminal(job.status)) return false;
  await cleanUp(deps, job);
  return true;
};
