import { JobFailure } from '#lib/errors.ts';
import { maxAttempts, maxJobAgeMs } from './timing.ts';
import { isHeld, isJoined, isTerminal, type Transcription } from './transcription.ts';

/** What would move a job that should have moved by itself. */
export type Step =
  | { readonly kind: 'wait' }
  | { readonly kind: 'clean_up' }
  | { readonly kind: 'fail'; readonly failure: JobFailure }
  | { readonly kind: 'split' }
  | { readonly kind: 'recognize'; readonly indexes: readonly number[] }
  | { readonly kind: 'finish' };

/** Reads off a job's state alone what it needs now. Pure: the sweeper, and nothing else, acts on it. */
export const nextStep = (job: Transcription, now: Date): Step => {
  if (isTerminal(job.status)) return { kind: job.sourceDeletedAt === null ? 'clean_up' : 'wait' };
  if (now.getTime() - Date.parse(job.createdAt) > maxJobAgeMs) {
    const failure = new JobFailure(
      'processing_timeout',
      'The job was not done within a day. Upload the file again.',
    );
    return { kind: 'fail', failure };
  }
  if (job.status === 'queued') return { kind: 'split' };
  if (job.chunkCount === null) {
    if (isHeld(job, now)) return { kind: 'wait' };
    if (job.attempt < maxAttempts) return { kind: 'split' };
    const failure = new JobFailure(
      'internal_error',
      'The audio could not be processed. Upload the file again.',
    );
    return { kind: 'fail', failure };
  }
  if (isJoined(job)) return { kind: 'finish' };
  const indexes = Array.from({ length: job.chunkCount }, (_, index) => index);
  return { kind: 'recognize', indexes: indexes.filter((index) => !job.doneChunks.has(index)) };
};
