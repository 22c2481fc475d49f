import { log } from '#lib/platform/log.ts';
import type { CleanUpDeps } from './clean-up.ts';
import { failTranscription, isGivenUp } from './fail-transcription.ts';
import { logJob } from './log-fields.ts';
import type { DeadMessage } from './messages.ts';
import { hasLiveLease, allChunksDone, type Transcription } from './transcription.ts';

/** Whether the job still waits for this message's work, which another delivery may have done. */
const isAwaited = (
  job: Transcription,
  { stage, attempt, index, part, lateParts, partsWaiting }: DeadMessage,
  now: Date,
): boolean => {
  // The sweeper sends a missing part again, and in the end cuts the audio as one.
  if (part !== undefined || lateParts) return false;
  // The parts are on their queue still.
  if (partsWaiting !== undefined) return false;
  const isFetched = job.audioUrl === null;
  if (stage === 'fetch') return !isFetched && !hasLiveLease(job, now);
  if (attempt === undefined) return isFetched && job.chunkCount === null && !hasLiveLease(job, now);
  if (job.attempt !== attempt) return false;
  return index === undefined ? allChunksDone(job) : !job.doneChunks.has(index);
};

/** Fails the job of a dead message, unless it no longer depends on that message. */
export const failDead = async (deps: CleanUpDeps, message: DeadMessage): Promise<void> => {
  const { tenant, id, eTag } = message;
  // An upload that could not be planned: its job does without.
  if (eTag !== undefined) return;
  const job = await deps.store.find({ tenant, id });
  if (!job || !isAwaited(job, message, deps.now())) return;
  logJob(job);
  log.info('record.dead', { transcription_id: id });
  await failTranscription(deps, { tenant, id, attempt: job.attempt }, isGivenUp());
};
