import type { QueueLimits } from '#lib/platform/limits/job-queue.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { processedMsOf } from '#lib/domain/transcriptions/part-progress.ts';
import { Result } from '#lib/domain/transcriptions/result.ts';
import {
  erasedRequest,
  hasResult,
  isTerminal,
  mayFollow,
  type Status,
  type Transcription,
  withoutTerms,
} from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Row } from '../support/memory-row.ts';
import { inLanguage } from '../support/scripted-translator.ts';
import { chunkMs, indexesOf, type Run } from './audio.ts';
import { newBooksVerifier } from './books-verifier.ts';
import { hour, minute } from './chaos.ts';
import { newHoldVerifier } from './hold-verifier.ts';
import type { Budget } from './budget.ts';
import type { Timeline } from './timeline.ts';
import { billableMs, isCharged } from '#lib/domain/transcriptions/transcription.ts';

type Options = {
  readonly database: MemoryDatabase;
  readonly results: ReadonlyMap<string, Buffer>;
  readonly timeline: Timeline;
  /** The source of each job's recording. */
  readonly sourceOf: (id: string) => string | undefined;
  /** The recording of each run of the cutter. Texts contain the number of the run. */
  readonly cuts: readonly Run[];
  /** There are no faults from then on. */
  readonly faultsEndAt: number;
  readonly limits: QueueLimits;
  readonly budget: Budget;
};

const moves: readonly (readonly [string, readonly Status[]])[] = Object.entries(mayFollow);

/** A file that kills the splitter is tried ten times, up to 15 minutes apart, before its job fails. */
const maxEndDelayMs = 3 * hour;

/** The part of an ended job that never changes, not even when it is deleted. */
const immutablePart = (job: Transcription): string =>
  JSON.stringify({ ...job, sourceDeletedAt: 0, doneParts: 0, sweeps: 0, deletedAt: 0, request: 0 });

const stays = (before: string | null, now: string | null): boolean => before === null || before === now;

const erasedRequestJson = JSON.stringify(erasedRequest);

/** The sweeps since the job last made progress. */
type Sweeps = { readonly since: number; readonly count: number };

/** Checks every state of the simulation against the guarantees of the protocol, and keeps the first violation. */
export const newVerifier = (options: Options) => {
  const { database, results, timeline, sourceOf, cuts, faultsEndAt, limits } = options;
  const known = new Map<string, Row>();
  const resultTexts = new Map<string, string>();
  const sweepsByJob = new Map<string, Sweeps>();
  const begunAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  let violation: string | undefined;

  const report = (message: string): void => {
    violation ??= message;
  };
  const check = (isTrue: boolean, message: () => string): void => {
    if (!isTrue) report(message());
  };

  const checkDeletion = (before: Transcription, job: Transcription): void => {
    const isDeleted = job.deletedAt !== null;
    check(isDeleted || job.status !== 'canceled', () => `${job.id} is canceled and not deleted`);
    check(!isDeleted || isTerminal(job.status), () => `${job.id} is deleted and ${job.status}`);
    const isOver = job.status === 'completed' || (isTerminal(job.status) && job.sourceDeletedAt !== null);
    const left = isOver ? withoutTerms(before.request) : before.request;
    const expected = isDeleted ? erasedRequestJson : JSON.stringify(left);
    check(JSON.stringify(job.request) === expected, () => `${job.id} has another request`);
  };

  /** A URL may contain a credential, so it is erased after the download. The audio is downloaded only once. */
  const checkFetch = (before: Transcription, job: Transcription): void => {
    const isOver = job.fetched !== null || isTerminal(job.status);
    check(job.audioUrl === null || !isOver, () => `${job.id} still has its URL`);
    const isLost = before.audioUrl !== null && job.audioUrl === null;
    check(!isLost || isOver, () => `${job.id} loses its URL before it was fetched`);
    const first = JSON.stringify(before.fetched);
    const now = JSON.stringify(job.fetched);
    check(before.fetched === null || first === now, () => `${job.id} is given other audio: ${now}`);
  };

  const checkMove = (before: Transcription | undefined, job: Transcription): void => {
    if (!before) return check(job.status === 'queued', () => `${job.id} is created as ${job.status}`);
    if (isTerminal(before.status)) {
      check(immutablePart(job) === immutablePart(before), () => `${job.id} changes after its end`);
      check(stays(before.deletedAt, job.deletedAt), () => `${job.id} is deleted at two times`);
      check(stays(before.sourceDeletedAt, job.sourceDeletedAt), () => `${job.id} is cleaned up at two times`);
    } else if (job.status !== before.status) {
      const allowed = moves.some(([to, from]) => to === job.status && from.includes(before.status));
      check(allowed, () => `${job.id} goes from ${before.status} to ${job.status}`);
    }
    checkDeletion(before, job);
    checkFetch(before, job);
    const isHeldAgain = before.leaseUntil === null && job.leaseUntil !== null;
    check(
      job.attempt > before.attempt || !isHeldAgain,
      () => `${job.id} has a new lease by a worker that released it`,
    );
    const isLate = before.leaseUntil === null || Date.parse(before.leaseUntil) < timeline.ms();
    check(
      job.attempt === before.attempt || isLate,
      () => `${job.id} is claimed while another worker has its lease`,
    );
    check(
      job.attempt === before.attempt || job.attempt === before.attempt + 1,
      () => `${job.id} skips an attempt`,
    );
    check(
      job.audioMs === null || processedMsOf(database.progressOf(job)) <= billableMs(job),
      () => `${job.id} is more than 100 % done`,
    );
  };

  /**
   * The sweeper may sweep a job six times quickly, and then at most four times an hour. After the end, a late worker of
   * each attempt may ask for one more.
   */
  const checkSweeps = (key: string, before: Transcription | undefined, job: Transcription): void => {
    const moved =
      before?.status !== job.status ||
      before.attempt !== job.attempt ||
      before.chunkCount !== job.chunkCount ||
      job.sweeps < before.sweeps;
    if (moved || job.sweeps === 0) return void sweepsByJob.delete(key);
    if (before.sweeps === job.sweeps) return;
    const { since, count } = sweepsByJob.get(key) ?? { since: timeline.ms(), count: 0 };
    sweepsByJob.set(key, { since, count: count + 1 });
    const asked = isTerminal(job.status) ? job.attempt : 0;
    const maxCount = 6 + asked + (timeline.ms() - since) / (15 * minute);
    check(count + 1 <= maxCount, () => `${job.id} is swept ${count + 1} times without progress`);
  };

  const checkResult = (job: Transcription): void => {
    const stored = results.get(resultKey(job))?.toString();
    if (stored === undefined) return report(`${job.id} is completed without a result`);
    resultTexts.set(job.id, resultTexts.get(job.id) ?? stored);
    const result = Result.parse(JSON.parse(stored));
    const texts = result.segments.map(({ text }) => text.slice('Words '.length).split('/').map(Number));
    const inSpanish = result.segments.map(({ text }) => inLanguage('es', text));
    const expected = job.request.translation === null ? null : inSpanish.join(' ');
    check(result.translatedText === expected, () => `${job.id} is translated as ${result.translatedText}`);
    const run = texts[0]?.[0];
    const recording = run === undefined ? undefined : cuts[run];
    const chunks = recording?.chunks ?? 0;
    const channels = Math.max(1, recording?.channels ?? 1);
    const indexes = recording ? indexesOf(recording) : [];
    const isWhole = texts.length === indexes.length;
    const whole = isWhole && texts.every(([from, index], at) => from === run && index === indexes[at]);
    check(whole, () => `${job.id} has the text ${JSON.stringify(texts)}`);
    const isTrusted = !recording?.isInParts || recording.borders === 'agree';
    check(isTrusted, () => `${job.id} is made of parts that do not fit together`);
    check(!recording || recording.source === sourceOf(job.id), () => `${job.id} has another job's text`);
    check(job.audioMs === chunks * chunkMs, () => `${job.id} has ${chunks} chunks but ${job.audioMs} ms`);
    check(
      job.billedMicroUsd === (isCharged(job) ? chargeMicroUsd(chunks * channels * chunkMs) : 0),
      () => `${job.id} is billed wrong`,
    );
  };

  const checkDuration = ({ id, status }: Transcription): void => {
    begunAt.set(id, begunAt.get(id) ?? timeline.ms());
    if (!isTerminal(status)) return;
    endedAt.set(id, timeline.ms());
    const lateMs = timeline.ms() - Math.max(faultsEndAt, begunAt.get(id) ?? 0);
    check(
      lateMs <= maxEndDelayMs,
      () => `${id} takes ${Math.round(lateMs / minute)} minutes without any fault`,
    );
  };

  const books = newBooksVerifier(database, check, limits);
  const holds = newHoldVerifier(database, check, options.budget);

  return {
    report,
    check,
    violation: () => violation,
    begunAt: (id: string): number => begunAt.get(id) ?? Infinity,
    /** The time at which the end of the job was observed. It may be later than completedAt. */
    endedAt: (id: string): number => endedAt.get(id) ?? Infinity,
    /** Call it after every event. */
    verifyState: (): void => {
      let changed = false;
      for (const [key, row] of database.rows) {
        const before = known.get(key);
        if (before === row) continue;
        known.set(key, row);
        changed = true;
        checkMove(before?.job, row.job);
        checkSweeps(key, before?.job, row.job);
        if (before?.job.status === row.job.status) continue;
        checkDuration(row.job);
        if (row.job.status === 'completed') checkResult(row.job);
      }
      books.checkQueue();
      if (!changed) return;
      holds.verify();
      books.checkMoney();
      books.checkEvents();
      books.checkUploads();
    },
    /** Call it after the last event. */
    verifyEnd: (): void => {
      holds.verify();
      books.checkMoney();
      books.checkUploads();
      books.checkQueueIsEmpty();
      for (const { job, dueAt } of database.rows.values()) {
        check(isTerminal(job.status), () => `${job.id} stays ${job.status}`);
        check(dueAt === null, () => `${job.id} stays due`);
        check(job.sourceDeletedAt !== null, () => `${job.id} is never cleaned up`);
        if (!hasResult(job)) continue;
        const text = results.get(resultKey(job))?.toString();
        check(text === resultTexts.get(job.id), () => `the result of ${job.id} changes after its end`);
      }
    },
  };
};
export type Verifier = ReturnType<typeof newVerifier>;
