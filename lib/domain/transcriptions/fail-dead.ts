import { log } from '#lib/platform/log.ts';
import type { CleanUpDeps } from './clean-up.ts';
import { failTranscription, attemptsUsedUp } from './fail-transcription.ts';
import { logJob } from './log-fields.ts';
import type { DeadMessage } from './messages.ts';
import { allPartsDone, partOf } from './part-progress.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { hasLiveLease, type Transcription } from './transcription.ts';

export type FailDeadDeps = CleanUpDeps & {
  readonly store: Pick<TranscriptionRepository, 'findPartProgress'>;
};

/** Whether the job still waits for the work of this message. Another delivery may have done it. */
const isAwaited = async (
  { store, now }: FailDeadDeps,
  job: Transcription,
  { stage, attempt, index, part, lateParts, partsWaiting }: DeadMessage,
): Promise<boolean> => {
  // The sweeper sends the message of a missing part again, and finally has the audio cut as one.
  if (part !== undefined || lateParts) return false;
  // The messages of the parts are still on their own queue.
  if (partsWaiting !== undefined) return false;
  const isFetched = job.audioUrl === null;
  if (stage === 'fetch') return !isFetched && !hasLiveLease(job, now());
  if (attempt === undefined) return isFetched && job.chunkCount === null && !hasLiveLease(job, now());
  if (job.attempt !== attempt) return false;
  if (index === undefined) return allPartsDone(job);
  const { tenant, id } = job;
  const progress = await store.findPartProgress({ tenant, id, attempt, part: partOf(index) });
  return !progress?.doneChunks.has(index);
};

/** Fails the job of a dead message, unless it no longer depends on that message. */
export const failDead = async (deps: FailDeadDeps, message: DeadMessage): Promise<void> => {
  const { tenant, id, eTag } = message;
  // The message was about planning an upload. The job is then cut without that plan.
  if (eTag !== undefined) return;
  const job = await deps.store.find({ tenant, id });
  if (!job || !(await isAwaited(deps, job, message))) return;
  logJob(job);
  log.info('record.dead', { transcription_id: id });
  await failTranscription(deps, { tenant, id, attempt: job.attempt }, attemptsUsedUp());
};
