import type { Send } from '#lib/platform/aws/queue.ts';
import { allPartsDone, isPartDone } from './part-progress.ts';
import type { PartRef, TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, Transcription } from './transcription.ts';

export type ReportDeps = {
  readonly store: Pick<TranscriptionRepository, 'markPartDone' | 'findPartProgress'>;
  readonly sendFinish: Send<Claim>;
  readonly now: () => Date;
};

/**
 * Records that a part is completely recognized, and calls the finisher after the last part. Undefined if the attempt is
 * over.
 */
export const reportPart = async (
  { store, sendFinish, now }: ReportDeps,
  { part, ...claim }: PartRef,
): Promise<Transcription | undefined> => {
  const job = await store.markPartDone({ ...claim, part }, now());
  if (job && allPartsDone(job)) await sendFinish(claim);
  return job;
};

/**
 * Reports the last part of audio that is cut as one, if its chunks were recognized before their number was recorded. A
 * worker reads that number after it has counted its chunk, so either the worker of the last chunk or this call sees
 * both.
 */
export const reportIfDone = async (deps: ReportDeps, job: Transcription, part: number): Promise<void> => {
  const ref: PartRef = { tenant: job.tenant, id: job.id, attempt: job.attempt, part };
  const progress = await deps.store.findPartProgress(ref);
  if (progress && isPartDone(job, progress)) await reportPart(deps, ref);
};
