import { JobFailure } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import type { CleanUpDeps } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import type { DeadMessage } from './messages.ts';
import { isHeld, type Transcription } from './transcription.ts';

/** Whether the job still waits for what the message asked for: the sweeper sends anew, and another may have done it. */
const isAwaited = (job: Transcription, { attempt, index }: DeadMessage, now: Date): boolean => {
  if (attempt === undefined) return job.chunkCount === null && !isHeld(job, now);
  return job.attempt === attempt && (index === undefined || !job.doneChunks.has(index));
};

/** Fails the job whose message could not be worked on, unless it does without it or has ended. */
export const failDead = async (deps: CleanUpDeps, message: DeadMessage): Promise<void> => {
  const { projectId, id, attempt } = message;
  log.info('record.dead', { transcription_id: id, attempt });
  const job = await deps.store.find({ projectId, id }, { consistent: true });
  if (!job || !isAwaited(job, message, deps.now())) return;
  const failure = new JobFailure(
    'internal_error',
    'The audio could not be processed. Upload the file again.',
  );
  await failTranscription(deps, { projectId, id, attempt: job.attempt }, failure);
};
