import { JobFailure } from '#lib/platform/errors.ts';
import { isGivenUp } from './fail-transcription.ts';
import { chunksPerSweep, maxAttempts, maxFetchAttempts, maxJobAgeMs, nextSweepMs } from './timing.ts';
import { allChunksDone, isTerminal, type Transcription } from './transcription.ts';

/** What would move a job that should have moved by itself. */
export type Step =
  | { readonly kind: 'wait' }
  | { readonly kind: 'clean_up' }
  | { readonly kind: 'fail'; readonly failure: JobFailure }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'split' }
  | { readonly kind: 'recognize'; readonly indexes: readonly number[] }
  | { readonly kind: 'finish' };

/** A worker that died is replaced at once; the more attempts fail, the longer the trouble may need to pass. */
const patienceMs = ({ attempt }: Transcription): number => (attempt < 2 ? 0 : nextSweepMs(attempt - 1));

/** Reads off a job's state alone what it needs now. Pure: the sweeper, and nothing else, acts on it. */
export const nextStep = (job: Transcription, now: Date): Step => {
  if (isTerminal(job.status)) return { kind: 'clean_up' };
  if (now.getTime() - Date.parse(job.createdAt) > maxJobAgeMs) {
    const failure = new JobFailure(
      'processing_timeout',
      'The job was not done within a day. Retry it, or send the audio as a new job.',
    );
    return { kind: 'fail', failure };
  }
  const stage = job.audioUrl === null ? 'split' : 'fetch';
  const begin: Step = { kind: stage };
  if (job.status === 'queued') return begin;
  if (job.chunkCount === null) {
    if (now.getTime() <= Date.parse(job.leaseUntil ?? job.createdAt) + patienceMs(job))
      return { kind: 'wait' };
    if (job.attempt < (stage === 'fetch' ? maxFetchAttempts : maxAttempts)) return begin;
    return { kind: 'fail', failure: isGivenUp() };
  }
  if (allChunksDone(job)) return { kind: 'finish' };
  const indexes = Array.from({ length: job.chunkCount }, (_, index) => index);
  const missing = indexes.filter((index) => !job.doneChunks.has(index));
  return { kind: 'recognize', indexes: missing.slice(0, chunksPerSweep) };
};
