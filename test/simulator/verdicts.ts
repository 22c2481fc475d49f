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
import type { Story } from './customer.ts';
import type { Judge } from './judge.ts';
import type { Promised } from './promised.ts';
import { type Ending, Injected } from './worker.ts';

type Message = z.infer<typeof DeadMessage>;

type Circumstances = {
  /** The request names no language of the engine, so that no job may come of it. */
  readonly refused: boolean;
  readonly translated: boolean;
  /** What its owner may run out of. */
  readonly lacks: JobFailureType | undefined;
  /** Nothing was thrown in anybody's way. */
  readonly quiet: boolean;
};

/** Whether the job still waits for what the message asks for. */
const isAwaited = (job: Transcription, { stage, attempt, index }: Message, now: Date): boolean => {
  if (isTerminal(job.status)) return false;
  if (attempt === undefined) {
    if ((stage === 'fetch') !== (job.audioUrl !== null)) return false;
    const isHeld = job.leaseUntil !== null && new Date(job.leaseUntil) >= now;
    return job.status === 'queued' || (job.chunkCount === null && !isHeld);
  }
  return job.attempt === attempt && (index === undefined || !job.doneChunks.has(index));
};

/** A fault of the translator hides what was thrown in its way. */
const isInjected = (error: unknown): boolean =>
  error instanceof Injected || (error instanceof TranslatorFault && error.cause instanceof Injected);

/** What is done with a job that was failed, and with how it stood before. */
export type Judged = (failed: Transcription | undefined, before?: Transcription) => void;

/** Why a job may fail, and why a worker may: each failure is traced to something that went wrong. */
export const newVerdicts = (database: MemoryDatabase, judge: Judge, promised: Promised) => {
  const jobOf = ({ tenant, id }: JobRef) => database.rows.get(`${tenant}/${id}`)?.job;

  return {
    /** A worker may stumble over what was thrown in its way, over a lost lease, or over a job that has ended. */
    ofWorker: (message: Message, ending: Ending): void => {
      if (ending.kind !== 'threw' || isInjected(ending.error)) return;
      const reason = ending.error instanceof Error ? ending.error.message : 'something';
      const isOver = isTerminal(jobOf(message)?.status ?? 'failed');
      const isLost = message.attempt === undefined && reason === 'Another worker holds the job now.';
      judge.must(isOver || isLost, () => `a worker on ${message.id} throws by itself: ${reason}`);
    },
    /** A dead message may fail its job only while the job cannot do without it. */
    ofDead: (message: Message, now: () => Date): Judged => {
      const job = jobOf(message);
      const awaited = job && isAwaited(job, message, now());
      const what =
        message.stage ??
        (message.attempt === undefined ? 'split' : message.index === undefined ? 'finish' : 'chunk');
      // The lease that held the job may have run out while the handler was reading it.
      return (failed, before) =>
        judge.must(
          !failed || awaited === true || (before !== undefined && isAwaited(before, message, now())),
          () => `a dead ${what} message fails ${message.id}, which did without it`,
        );
    },
    /** Whoever names an attempt may end that attempt only. */
    ofFence: (attempt: number | undefined, failed: Transcription | undefined): void => {
      const fenced = !failed || attempt === undefined || failed.attempt === attempt;
      judge.must(fenced, () => `attempt ${attempt} of ${failed?.id} fails attempt ${failed?.attempt}`);
    },
    /** A translator that does not answer fails a job at the last try only. */
    ofFinisher:
      (isLastTry: boolean) =>
      (failed: Transcription | undefined): void =>
        judge.must(
          failed?.error?.type !== 'translation_failed' || isLastTry,
          () => `${failed?.id} is given up by a translator that could be asked again`,
        ),
    ofSweeper: (failed: Transcription | undefined): void => {
      if (!failed) return;
      judge.must(failed.error?.type !== 'processing_timeout', () => `${failed.id} is not done within a day`);
      const isUnfetched = sourceKindOf(failed) === 'url' && failed.fetched === null;
      // A chunk that kills its workers ends the job in whichever attempt it is.
      if (failed.chunkCount !== null) return;
      judge.must(
        failed.attempt === (isUnfetched ? maxFetchAttempts : maxAttempts),
        () => `${failed.id} is given up after ${failed.attempt} attempts`,
      );
    },
    /** How each job may end, by its source, by what is in the file, and whether it was deleted. */
    ofStory: (
      { recording, source, wanted, accepted }: Story,
      { refused, translated, lacks, quiet }: Circumstances,
    ): void => {
      const jobs = [...database.rows.values()].filter(({ job }) => wanted.has(job.id));
      judge.must(jobs.length <= source.maxJobs, () => `${recording.source} has ${jobs.length} jobs`);
      for (const id of accepted)
        judge.must(
          jobs.some(({ job }) => job.id === id),
          () => `${id} was accepted and is lost`,
        );
      judge.must(!refused || jobs.length === 0, () => `${recording.source} has a job that could only fail`);
      const varies = source.varies();
      const may = new Set(['internal_error']);
      if (recording.nature === 'speech') may.add('completed');
      if (translated) may.add('translation_failed');
      if (lacks) may.add(lacks);
      if (recording.nature === 'no audio') may.add('audio_unreadable');
      if (recording.nature === 'foreign') {
        if (recording.chunks > 0 || varies) may.add('language_not_supported');
        if (recording.chunks === 0) may.add('completed');
      }
      if (recording.nature === 'kills the recognizer' && recording.chunks === 0) may.add('completed');
      const isPlain = quiet && !lacks && recording.nature === 'speech';
      const smooth = isPlain ? source.smoothly() : undefined;
      for (const { job } of jobs) {
        const end = job.error?.type ?? job.status;
        const isCanceled = job.status === 'canceled' && promised.isAsked(job.id);
        const isSmooth = end === smooth?.end && job.attempt === smooth.attempt;
        judge.must(
          isCanceled || !smooth || isSmooth,
          () => `${job.id} ends as ${end} in attempt ${job.attempt}, with nothing in its way`,
        );
        judge.must(
          isCanceled || may.has(end) || source.excuses(job).includes(end),
          () => `${job.id} of ${recording.nature} ends as ${end}`,
        );
      }
      const breach = source.breach();
      judge.must(breach === undefined, () => breach ?? '');
    },
  };
};
