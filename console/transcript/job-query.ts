import { keyOf } from '../api/query-keys.ts';
import { getTranscription, type JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { queries } from '../parts/queries.ts';

export const isUnfinished = ({ status }: Pick<TranscriptionView, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** Short, because only a change of status ends the wait. A change of progress does not. */
const waitSeconds = 2;

/** A job, followed by long polls until it has ended. */
export const jobQuery = (jobRef: JobRef) => ({
  key: keyOf.job(jobRef),
  load: (signal: AbortSignal) => {
    const known = queries.getQueryData<TranscriptionView>(keyOf.job(jobRef));
    return getTranscription(jobRef, known && isUnfinished(known) ? waitSeconds : 0, signal);
  },
  pollMs: (job: TranscriptionView) => isUnfinished(job) && 100,
  // A failed job may be retried, also in another window. The text of a completed one is large and stays.
  isFinal: ({ status }: TranscriptionView) => status === 'completed',
});
