import type * as z from 'zod';
import type { JobFailureType } from '#lib/platform/errors.ts';
import type { DeadMessage } from '#lib/domain/transcriptions/messages.ts';
import { maxAttempts, maxFetchAttempts } from '#lib/domain/transcriptions/timing.ts';
import {
  isTerminal,
  type JobRef,
  sourceKindOf,
  type Transcription,
} from '#lib/domain/transcriptions/transcription.ts';
import { TranslatorFault } from '#lib/speech/translation/translator.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import { isInParts } from './audio.ts';
import type { Scenario } from './customer.ts';
import type { Verifier } from './verifier.ts';
import type { DeletionVerifier } from './deletion-verifier.ts';
import { type Ending, InjectedFault } from './worker.ts';

type Message = z.infer<typeof DeadMessage>;

type Options = {
  /** The language hints contain no language of the engine, so no job may be created. */
  readonly refused: boolean;
  readonly translated: boolean;
  /** The error if the owner runs out of credit or quota. Undefined if that cannot happen. */
  readonly possibleError: JobFailureType | undefined;
  /** There were no faults. */
  readonly quiet: boolean;
};

/** Whether the job still needs the result of the message. */
const isAwaited = (
  { progressOf }: MemoryDatabase,
  job: Transcription,
  {
    message: { stage, attempt, index, part, lateParts },
    now,
  }: { readonly message: Message; readonly now: Date },
): boolean => {
  if (isTerminal(job.status) || part !== undefined || lateParts) return false;
  if (attempt === undefined) {
    if ((stage === 'fetch') !== (job.audioUrl !== null)) return false;
    const isHeld = job.leaseUntil !== null && new Date(job.leaseUntil) >= now;
    return job.status === 'queued' || (job.chunkCount === null && !isHeld);
  }
  const isDone = progressOf(job).some(({ doneChunks }) => index !== undefined && doneChunks.has(index));
  return job.attempt === attempt && !isDone;
};

/** A TranslatorFault wraps the injected fault. */
const isInjectedFault = (error: unknown): boolean =>
  error instanceof InjectedFault ||
  (error instanceof TranslatorFault && error.cause instanceof InjectedFault);

/** Called with a failed job and its previous state. */
export type OnFailed = (failed: Transcription | undefined, before?: Transcription) => void;

/** Checks that every failure of a job or a worker has a cause. */
export const newFailureVerifier = (
  database: MemoryDatabase,
  verifier: Verifier,
  deletions: DeletionVerifier,
) => {
  const jobOf = ({ tenant, id }: JobRef) => database.rows.get(`${tenant}/${id}`)?.job;

  return {
    /** A worker may only fail because of an injected fault, a lost lease or a job that has ended. */
    verifyWorker: (message: Message, ending: Ending): void => {
      if (ending.kind !== 'threw' || isInjectedFault(ending.error)) return;
      const reason = ending.error instanceof Error ? ending.error.message : 'something';
      const isOver = isTerminal(jobOf(message)?.status ?? 'failed');
      const isLost = message.attempt === undefined && reason === 'Another worker holds the job now.';
      verifier.check(isOver || isLost, () => `a worker on ${message.id} fails without a fault: ${reason}`);
    },
    /** A dead message may fail its job only if the job still needs the message. */
    verifyDeadMessage: (message: Message, now: () => Date): OnFailed => {
      const job = jobOf(message);
      const awaited = job && isAwaited(database, job, { message, now: now() });
      const what =
        message.stage ??
        (message.attempt === undefined ? 'split' : message.index === undefined ? 'finish' : 'chunk');
      // The lease of the job may have expired while the handler was reading the job.
      return (failed, before) =>
        verifier.check(
          !failed ||
            awaited === true ||
            (before !== undefined && isAwaited(database, before, { message, now: now() })),
          () => `a dead ${what} message fails ${message.id}, which did not need it`,
        );
    },
    /** A call for one attempt may only fail that attempt. */
    verifyAttempt: (attempt: number | undefined, failed: Transcription | undefined): void => {
      const fenced = !failed || attempt === undefined || failed.attempt === attempt;
      verifier.check(fenced, () => `attempt ${attempt} of ${failed?.id} fails attempt ${failed?.attempt}`);
    },
    /** A translator outage may fail a job only on the last try. Nothing removes texts that a job needs. */
    verifyFinisher:
      (isLastTry: boolean) =>
      (failed: Transcription | undefined): void => {
        const type = failed?.error?.type;
        verifier.check(
          type !== 'translation_failed' || isLastTry,
          () => `${failed?.id} fails because of the translator before the last try`,
        );
        verifier.check(type !== 'internal_error', () => `${failed?.id} fails because a text of it is gone`);
      },
    verifySweeper: (failed: Transcription | undefined): void => {
      if (!failed) return;
      verifier.check(failed.error?.type !== 'processing_timeout', () => `${failed.id} takes more than a day`);
      const isUnfetched = sourceKindOf(failed) === 'url' && failed.fetched === null;
      // A chunk that kills its workers fails the job in any attempt.
      if (failed.chunkCount !== null) return;
      verifier.check(
        failed.attempt === (isUnfetched ? maxFetchAttempts : maxAttempts),
        () => `${failed.id} fails after ${failed.attempt} attempts`,
      );
    },
    /** A job may only end as its source, its recording and its deletion allow. */
    verifyScenario: (
      { recording, source, requested, accepted }: Scenario,
      { refused, translated, possibleError, quiet }: Options,
    ): void => {
      const jobs = [...database.rows.values()].filter(({ job }) => requested.has(job.id));
      verifier.check(jobs.length <= source.maxJobs, () => `${recording.source} has ${jobs.length} jobs`);
      for (const id of accepted)
        verifier.check(
          jobs.some(({ job }) => job.id === id),
          () => `${id} was accepted, but does not exist`,
        );
      verifier.check(
        !refused || jobs.length === 0,
        () => `${recording.source} has a job, although its request had to be refused`,
      );
      const varies = source.varies();
      const may = new Set(['internal_error']);
      if (recording.nature === 'speech') may.add('completed');
      if (translated) may.add('translation_failed');
      if (possibleError) may.add(possibleError);
      if (recording.nature === 'no audio') may.add('audio_unreadable');
      if (recording.nature === 'foreign') {
        if (recording.chunks > 0 || varies) may.add('language_not_supported');
        if (recording.chunks === 0) may.add('completed');
      }
      if (recording.nature === 'kills the recognizer' && recording.chunks === 0) may.add('completed');
      const isPlain = quiet && !possibleError && recording.nature === 'speech';
      const expected = isPlain ? source.endWithoutFaults() : undefined;
      for (const { job } of jobs) {
        const end = job.error?.type ?? job.status;
        const isCanceled = job.status === 'canceled' && deletions.isRequested(job.id);
        const isCutTwice = isInParts(recording) && recording.borders !== 'agree' && end === 'completed';
        const attempts = (expected?.attempt ?? 0) + (isCutTwice ? 1 : 0);
        const isExpected = end === expected?.end && job.attempt === attempts;
        verifier.check(
          isCanceled || !expected || isExpected,
          () => `${job.id} ends as ${end} in attempt ${job.attempt}, without any fault`,
        );
        verifier.check(
          isCanceled || may.has(end) || source.allowedFailures(job).includes(end),
          () => `${job.id} of ${recording.nature} ends as ${end}`,
        );
      }
      const violation = source.violation();
      verifier.check(violation === undefined, () => violation ?? '');
    },
  };
};
