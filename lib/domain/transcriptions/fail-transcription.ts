import { jobFailures } from '#lib/platform/http/job-failure-catalogue.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { cleanUp, type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import type { JobError, JobRef } from './transcription.ts';

/** The failure of a job whose attempts are used up. */
export const attemptsUsedUp = (): JobFailure =>
  new JobFailure('internal_error', 'The audio could not be processed. Retry the job.');

const toJobError = ({ type, message, isTransient, details }: JobFailure): JobError => ({
  type,
  message,
  retryable: jobFailures[type].retryable ?? isTransient,
  details: { ...details },
});

/**
 * Fails an unfinished job without a charge, and cleans up after it. The audio is kept for a retry. Without `attempt`,
 * fails any attempt.
 */
export const failTranscription = async (
  deps: CleanUpDeps,
  ref: JobRef & { readonly attempt?: number },
  failure: JobFailure,
): Promise<void> => {
  const failed = await deps.store.fail(ref, toJobError(failure), deps.now());
  if (!failed) {
    // The job may have been canceled during the work.
    await cleanUpIfEnded(deps, ref);
    return;
  }
  log.info('transcription.failed', { transcription_id: ref.id, error_type: failure.type });
  await cleanUp(deps, failed);
};
