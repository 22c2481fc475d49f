import { later } from '#lib/platform/durations.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { attemptsUsedUp } from './fail-transcription.ts';
import { missingParts } from './parts.ts';
import {
  chunksPerSweep,
  maxAttempts,
  maxFetchAttempts,
  maxJobAgeMs,
  maxPartSweeps,
  nextJobSweepMs,
} from './timing.ts';
import { currentParts } from './current-parts.ts';
import { allPartsDone, chunksByPart, type PartProgress } from './part-progress.ts';
import { hasLiveLease, isTerminal, type Transcription } from './transcription.ts';

/** The step that a stalled job needs. */
export type Step =
  /** `until`: when a new attempt may begin, if that is what it waits for. */
  | { readonly kind: 'wait'; readonly until?: Date }
  | { readonly kind: 'clean_up' }
  | { readonly kind: 'fail'; readonly failure: JobFailure }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'split' }
  | { readonly kind: 'cut_parts'; readonly parts: readonly number[] }
  | { readonly kind: 'recognize'; readonly indexes: readonly number[] }
  | { readonly kind: 'finish' };

/** Backoff: a dead worker is replaced at once the first times, and later after longer and longer pauses. */
const backoffMs = ({ attempt }: Transcription): number => (attempt < 2 ? 0 : nextJobSweepMs(attempt - 1));

/**
 * The chunks to send again. For each unreported part these are the missing chunks. If no chunk is missing, it is the
 * first one, whose worker then reports the part.
 */
const unreportedChunks = (job: Transcription, progress: readonly PartProgress[]): number[] => {
  const done = new Set(progress.flatMap(({ doneChunks }) => [...doneChunks]));
  return chunksByPart(job).flatMap((chunks, part) => {
    if (job.doneParts.has(part)) return [];
    const missing = chunks.filter((index) => !done.has(index));
    return missing.length > 0 ? missing : chunks.slice(0, 1);
  });
};

/** Whether its finisher may still be translating: it has two minutes, and the first sweep comes after one. */
const mayStillTranslate = ({ request, sweeps }: Transcription): boolean =>
  request.translation !== null && sweeps < 2;

/** The step that a job needs now, from its state and what is recognized of it. Pure; only the sweeper acts on it. */
export const nextStep = (job: Transcription, progress: readonly PartProgress[], now: Date): Step => {
  if (isTerminal(job.status)) return { kind: 'clean_up' };
  if (now.getTime() - Date.parse(job.createdAt) > maxJobAgeMs) {
    const failure = new JobFailure(
      'processing_timeout',
      'The job was not completed within a day. Retry it, or send the audio as a new job.',
    );
    return { kind: 'fail', failure };
  }
  const stage = job.audioUrl === null ? 'split' : 'fetch';
  const begin: Step = { kind: stage };
  if (job.status === 'queued') return begin;
  const parts = currentParts(job);
  if (parts && job.sweeps <= maxPartSweeps) {
    if (hasLiveLease(job, now)) return { kind: 'wait' };
    const missing = missingParts(parts);
    // A worker that receives a part that is already cut joins the parts.
    return { kind: 'cut_parts', parts: missing.length > 0 ? missing : [0] };
  }
  if (job.chunkCount === null) {
    const lapsed = later(job.leaseUntil ?? job.createdAt, backoffMs(job));
    if (now <= lapsed) return { kind: 'wait', until: later(lapsed, 1) };
    if (job.attempt < (stage === 'fetch' ? maxFetchAttempts : maxAttempts)) return begin;
    return { kind: 'fail', failure: attemptsUsedUp() };
  }
  // A second finisher would pay for the same translations.
  if (allPartsDone(job)) return { kind: mayStillTranslate(job) ? 'wait' : 'finish' };
  return { kind: 'recognize', indexes: unreportedChunks(job, progress).slice(0, chunksPerSweep) };
};
