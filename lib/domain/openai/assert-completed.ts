import { creditUsedUp, testQuotaUsedUp } from '#lib/domain/transcriptions/create-transcription.ts';
import { isTerminal, type JobError, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { AppError } from '#lib/platform/errors.ts';

const retryAfter = { 'retry-after': '1' };

type Waited = {
  readonly now: Date;
  /**
   * Whether the request found an existing job by its Idempotency-Key. It would find that job again, so a new try needs
   * another key.
   */
  readonly isReplay: boolean;
};

const failure = (id: string, { type, message, retryable }: JobError, { now, isReplay }: Waited): AppError => {
  const details = { transcription_id: id, failure: type };
  if (isReplay) {
    const text = `The transcription of this Idempotency-Key failed: ${message} To send it again, use a new Idempotency-Key.`;
    return new AppError('transcription_failed', text, { details });
  }
  if (type === 'insufficient_credits') return creditUsedUp();
  if (type === 'test_quota_exceeded') return testQuotaUsedUp(now);
  return retryable
    ? new AppError('service_unavailable', message, { details, headers: retryAfter })
    : new AppError('transcription_failed', message, { details });
};

/** Throws unless the job is completed: the error of a request that has waited for it. */
export const assertCompleted = ({ id, status, error }: Transcription, waited: Waited): void => {
  if (status === 'completed') return;
  if (error !== null) throw failure(id, error, waited);
  const details = { transcription_id: id };
  if (isTerminal(status)) throw new AppError('expired', `The transcription ${id} was deleted.`, { details });
  throw new AppError(
    'transcription_in_progress',
    `The transcription ${id} is ${status}. Send the same request again to wait for it, or read it at /v1/transcriptions/${id}.`,
    { details, headers: retryAfter },
  );
};
