import type * as z from 'zod';
import { JobFailure } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import type { CleanUpDeps } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import type { DeadMessage } from './messages.ts';

/** Fails the job whose message could not be worked on, unless a later attempt has taken over or it has ended. */
export const failDead = async (deps: CleanUpDeps, message: z.infer<typeof DeadMessage>): Promise<void> => {
  const { projectId, id, attempt } = message;
  log.info('record.dead', { transcription_id: id, attempt });
  const failure = new JobFailure(
    'internal_error',
    'The audio could not be processed. Upload the file again.',
  );
  await failTranscription(deps, { projectId, id, ...(attempt !== undefined && { attempt }) }, failure);
};
