import { log } from '#lib/platform/log.ts';
import type { CleanUpDeps } from './clean-up.ts';
import { failTranscription, isGivenUp } from './fail-transcription.ts';
import { logJob } from './log-fields.ts';
import type { DeadMessage } from './messages.ts';
import { hasLiveLease, allChunksDone, type Transcription } from './transcription.ts';

/** Whether the job still waits for what the message asked for. It may long have been done by another copy of it. */
const isAwaited = (job: Transcription, { stage, attempt, index }: DeadMessage, now: Date): boolean => {
  const isFetched = job.audioUrl === null;
  if (stage === 'fetch') return !isFetched && !hasLiveLease(job, now);
  if (attempt === undefined) return isFetched && job.chunkCount === null && !hasLiveLease(job, now);
  if (job.attempt !== attempt) return false;
  return index === undefined ? allChunksDone(job) : !job.doneChunks.has(index);
};

/** Fails the job whose message could not be worked on, unless it does not depend on that message any more. */
export const failDead = async (deps: CleanUpDeps, message: DeadMessage): Promise<void> => {
  const { tenant, id } = message;
  const job = await deps.store.find({ tenant, id });
  if (!job || !isAwaited(job, message, deps.now())) return;
  logJob(job);
  log.info('record.dead', { transcription_id: id });
  await failTranscription(deps, { tenant, id, attempt: job.attempt }, isGivenUp());
};
