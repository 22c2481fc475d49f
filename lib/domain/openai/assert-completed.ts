import { creditUsedUp, testQuotaUsedUp } from '#lib/domain/transcriptions/create-transcription.ts';
import { isTerminal, type JobError, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { AppError } from '#lib/platform/errors.ts';

const retryAfter = { 'retry-after': '1' };

const failure = (id: string, { type, message, retryable }: JobError, now: Date): AppError => {
  if (type === 'insufficient_credits') return creditUsedUp();
  if (type === 'test_quota_exceeded') return testQuotaUsedUp(now);
  const details = { transcription_id: id, failure: type };
  return retryable
    ? new AppError('service_unavailable', message, { details, headers: retryAfter })
    : new AppError('transcription_failed', message, { details });
};

/** Throws the error that a request gets which waited for this job in vain. */
export const assertCompleted = ({ id, status, error }: Transcription, now: Date): void => {
  if (status === 'completed') return;
  if (error !== null) throw failure(id, error, now);
  const details = { transcription_id: id };
  if (isTerminal(status)) throw new AppError('expired', `The transcription ${id} was deleted.`, { details });
  throw new AppError(
    'transcription_in_progress',
    `The transcription ${id} is ${status}. Send the same request again to wait for it, or read it at /v1/transcriptions/${id}.`,
    { details, headers: retryAfter },
  );
};
