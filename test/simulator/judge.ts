import type { QueueLimits } from '#lib/platform/limits/job-queue.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
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
import type { MemoryDatabase, Row } from '../support/memory-repository.ts';
import { inLanguage } from '../support/scripted-translator.ts';
import { chunkMs, type Recording } from './audio.ts';
import { newBooks } from './books.ts';
import { hour, minute } from './chaos.ts';
import { newHolds } from './holds.ts';
import type { Purse } from './purse.ts';
import type { Timeline } from './timeline.ts';
import { isCharged } from '#lib/domain/transcriptions/transcription.ts';

type Seen = {
  readonly database: MemoryDatabase;
  readonly results: ReadonlyMap<string, Buffer>;
  readonly timeline: Timeline;
  /** The source of the recording that each job was asked for. */
  readonly sourceOf: (id: string) => string | undefined;
  /** What each run of the cutter was given; texts name the run. */
  readonly cuts: readonly Recording[];
  /** From then on nothing goes wrong. */
  readonly calmFrom: number;
  readonly limits: QueueLimits;
  readonly purse: Purse;
};

const moves: readonly (readonly [string, readonly Status[]])[] = Object.entries(mayFollow);

/** A file that kills whoever splits it does so ten times, up to a quarter of an hour apart, before its job is given up. */
const endsWithin = 3 * hour;

/** What of a job that has ended may not even change when it is deleted. */
const essence = (job: Transcription): string =>
  JSON.stringify({ ...job, sourceDeletedAt: 0, doneChunks: 0, pushes: 0, deletedAt: 0, request: 0 });

const stays = (before: string | null, now: string | null): boolean => before === null || before === now;

const nothingAsked = JSON.stringify(erasedRequest);

/** Looks since the job last made progress. */
type Patience = { readonly since: number; readonly looks: number };

/** Holds every state of the world against what the protocol promises, and keeps the first breach. */
export const newJudge = (seen: Seen) => {
  const { database, results, timeline, sourceOf, cuts, calmFrom, limits } = seen;
  const known = new Map<string, Row>();
  const resultTexts = new Map<string, string>();
  const patience = new Map<string, Patience>();
  const begunAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  let breach: string | undefined;

  const report = (sentence: string): void => {
    breach ??= sentence;
  };
  const must = (holds: boolean, sentence: () => string): void => {
    if (!holds) report(sentence());
  };

  const checkDeletion = (before: Transcription, job: Transcription): void => {
    const isDeleted = job.deletedAt !== null;
    must(isDeleted || job.status !== 'canceled', () => `${job.id} is canceled and not deleted`);
    must(!isDeleted || isTerminal(job.status), () => `${job.id} is deleted and ${job.status}`);
    const isOver = job.status === 'completed' || (isTerminal(job.status) && job.sourceDeletedAt !== null);
    const left = isOver ? withoutTerms(before.request) : before.request;
    const expected = isDeleted ? nothingAsked : JSON.stringify(left);
    must(JSON.stringify(job.request) === expected, () => `${job.id} has another request`);
  };

  /** A URL may hold a credential: it is forgotten once it has served, and it serves once. */
  const checkFetch = (before: Transcription, job: Transcription): void => {
    const isOver = job.fetched !== null || isTerminal(job.status);
    must(job.audioUrl === null || !isOver, () => `${job.id} remembers its URL`);
    const isLost = before.audioUrl !== null && job.audioUrl === null;
    must(!isLost || isOver, () => `${job.id} loses its URL before it was fetched`);
    const [first, now] = [JSON.stringify(before.fetched), JSON.stringify(job.fetched)];
    must(before.fetched === null || first === now, () => `${job.id} is given other audio: ${now}`);
  };

  const checkMove = (before: Transcription | undefined, job: Transcription): void => {
    if (!before) return must(job.status === 'queued', () => `${job.id} begins as ${job.status}`);
    if (isTerminal(before.status)) {
      must(essence(job) === essence(before), () => `${job.id} changes after its end`);
      must(stays(before.deletedAt, job.deletedAt), () => `${job.id} is deleted at two instants`);
      must(stays(before.sourceDeletedAt, job.sourceDeletedAt), () => `${job.id} is cleaned at two instants`);
    } else if (job.status !== before.status) {
      const allowed = moves.some(([to, from]) => to === job.status && from.includes(before.status));
      must(allowed, () => `${job.id} goes from ${before.status} to ${job.status}`);
    }
    checkDeletion(before, job);
    checkFetch(before, job);
    const isHeldAgain = before.leaseUntil === null && job.leaseUntil !== null;
    must(job.attempt > before.attempt || !isHeldAgain, () => `${job.id} is held by a worker that let it go`);
    const isLate = before.leaseUntil === null || Date.parse(before.leaseUntil) < timeline.ms();
    must(job.attempt === before.attempt || isLate, () => `${job.id} is taken from a worker that holds it`);
    must(
      job.attempt === before.attempt || job.attempt === before.attempt + 1,
      () => `${job.id} skips an attempt`,
    );
    must(job.processedMs <= (job.audioMs ?? Infinity), () => `${job.id} is more than 100 % done`);
  };

  /** The sweeper may be quick at first, then it must look four times an hour at most. */
  const checkPatience = (key: string, before: Transcription | undefined, job: Transcription): void => {
    const moved =
      before?.status !== job.status ||
      before.attempt !== job.attempt ||
      before.chunkCount !== job.chunkCount ||
      job.pushes < before.pushes;
    if (moved || job.pushes === 0) return void patience.delete(key);
    if (before.pushes === job.pushes) return;
    const { since, looks } = patience.get(key) ?? { since: timeline.ms(), looks: 0 };
    patience.set(key, { since, looks: looks + 1 });
    const most = 6 + (timeline.ms() - since) / (15 * minute);
    must(looks + 1 <= most, () => `${job.id} is pushed ${looks + 1} times without need`);
  };

  const checkResult = (job: Transcription): void => {
    const stored = results.get(resultKey(job))?.toString();
    if (stored === undefined) return report(`${job.id} is completed without a result`);
    resultTexts.set(job.id, resultTexts.get(job.id) ?? stored);
    const result = Result.parse(JSON.parse(stored));
    const texts = result.segments.map(({ text }) => text.slice('words '.length).split('/').map(Number));
    const inSpanish = result.segments.map(({ text }) => inLanguage('es', text));
    const wanted = job.request.translation === null ? null : inSpanish.join(' ');
    must(result.translatedText === wanted, () => `${job.id} is translated as ${result.translatedText}`);
    const run = texts[0]?.[0];
    const recording = run === undefined ? undefined : cuts[run];
    const chunks = recording?.chunks ?? 0;
    const whole = texts.length === chunks && texts.every(([from, index], at) => from === run && index === at);
    must(whole, () => `${job.id} has the text ${JSON.stringify(texts)}`);
    must(!recording || recording.source === sourceOf(job.id), () => `${job.id} has another job's text`);
    must(job.audioMs === chunks * chunkMs, () => `${job.id} has ${chunks} chunks but ${job.audioMs} ms`);
    must(
      job.billedMicroUsd === (isCharged(job) ? chargeMicroUsd(job.audioMs ?? 0) : 0),
      () => `${job.id} is billed wrong`,
    );
  };

  const checkPace = ({ id, status }: Transcription): void => {
    begunAt.set(id, begunAt.get(id) ?? timeline.ms());
    if (!isTerminal(status)) return;
    endedAt.set(id, timeline.ms());
    const lateMs = timeline.ms() - Math.max(calmFrom, begunAt.get(id) ?? 0);
    must(
      lateMs <= endsWithin,
      () => `${id} takes ${Math.round(lateMs / minute)} minutes with nothing in its way`,
    );
  };

  const books = newBooks(database, must, limits);
  const holds = newHolds(database, must, seen.purse);

  return {
    report,
    must,
    breach: () => breach,
    begunAt: (id: string): number => begunAt.get(id) ?? Infinity,
    /** When the job was seen to have ended, which may be later than the worker that ended it says. */
    endedAt: (id: string): number => endedAt.get(id) ?? Infinity,
    /** To be called after everything that happens. */
    look: (): void => {
      let changed = false;
      for (const [key, row] of database.rows) {
        const before = known.get(key);
        if (before === row) continue;
        known.set(key, row);
        changed = true;
        checkMove(before?.job, row.job);
        checkPatience(key, before?.job, row.job);
        if (before?.job.status === row.job.status) continue;
        checkPace(row.job);
        if (row.job.status === 'completed') checkResult(row.job);
      }
      books.checkQueue();
      if (!changed) return;
      holds.check();
      books.checkMoney();
      books.checkEvents();
      books.checkUploads();
    },
    /** To be called when nothing happens any more. */
    close: (): void => {
      holds.check();
      books.checkMoney();
      books.checkUploads();
      books.checkQueueIsEmpty();
      for (const { job, dueAt } of database.rows.values()) {
        must(isTerminal(job.status), () => `${job.id} stays ${job.status}`);
        must(dueAt === null, () => `${job.id} stays due`);
        must(job.sourceDeletedAt !== null, () => `${job.id} is never cleaned up`);
        if (!hasResult(job)) continue;
        const text = results.get(resultKey(job))?.toString();
        must(text === resultTexts.get(job.id), () => `the result of ${job.id} changes after its end`);
      }
    },
  };
};
export type Judge = ReturnType<typeof newJudge>;
