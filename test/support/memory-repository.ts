import { later } from '#lib/platform/durations.ts';
import type { QueueLimits } from '#lib/platform/limits/job-queue.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import {
  cleanUpSweepMs,
  firstSweepMs,
  leaseMs,
  maxAttempts,
  maxFetchAttempts,
} from '#lib/domain/transcriptions/timing.ts';
import {
  type Claim,
  endOf,
  erasedRequest,
  isCharged,
  type JobRef,
  mayFollow,
  type Status,
  type Transcription,
  withoutTerms,
} from '#lib/domain/transcriptions/transcription.ts';
import { type EndedJob, endEvent, type WebhookEvent } from '#lib/domain/webhooks/event.ts';
import { memoryAfterEnd } from './memory-after-end.ts';
import { memoryChunkStarts } from './memory-chunk-starts.ts';
import { pageOf } from './memory-list.ts';
import { memoryMoney } from './memory-money.ts';
import { memoryPartProgress } from './memory-part-progress.ts';
import { memoryParts } from './memory-parts.ts';
import { memoryRetries } from './memory-retries.ts';
import { memoryQueues } from './memory-queues.ts';
import { memorySources } from './memory-sources.ts';
import type { Changes, Row } from './memory-row.ts';

const keyOf = ({ tenant, id }: JobRef): string => `${tenant}/${id}`;
const isoAfter = (now: Date, ms: number): string => later(now, ms).toISOString();

const follows = (job: Transcription, status: keyof typeof mayFollow): boolean => {
  const from: readonly Status[] = mayFollow[status];
  return from.includes(job.status);
};

/** The table in memory: jobs, uploads and the ledger. Each call is atomic, because it does not await. */
export const memoryDatabase = (limits: QueueLimits = Limits.parse({}), testLimitMs = 60 * 60_000) => {
  const rows = new Map<string, Row>();
  const money = memoryMoney(testLimitMs);
  const sources = memorySources();
  const { queues, ...places } = memoryQueues(limits);
  /** The events for webhooks. */
  const events: WebhookEvent[] = [];

  /** A conditional update. Returns the changed job, or undefined if it is missing or not as expected. */
  const update = (
    ref: JobRef,
    expected: (row: Row) => boolean,
    changes: (job: Transcription) => Changes,
  ): Transcription | undefined => {
    const row = rows.get(keyOf(ref));
    if (!row || !expected(row)) return undefined;
    const { dueAt = row.dueAt, ...fields } = changes(row.job);
    const job = { ...row.job, ...fields };
    rows.set(keyOf(ref), { job, dueAt });
    return job;
  };

  /** Ends a job and writes its event atomically. */
  const end = (
    ref: JobRef,
    expected: (row: Row) => boolean,
    { now, ...fields }: Changes & { readonly status: EndedJob['status']; readonly now: Date },
  ): Transcription | undefined => {
    const dueAt = isoAfter(now, cleanUpSweepMs);
    const before = rows.get(keyOf(ref))?.job;
    const completedAt = endOf({ startedAt: before?.startedAt ?? null }, now);
    const deletedAt = fields.status === 'canceled' && { deletedAt: completedAt };
    const ended = update(ref, expected, () => ({
      ...fields,
      ...deletedAt,
      heldMicroUsd: null,
      completedAt,
      dueAt,
    }));
    const errorType = fields.error?.type ?? null;
    if (ended) events.push(endEvent({ ...ended, status: fields.status, completedAt, errorType }));
    if (ended && before) money.release(before);
    return ended;
  };

  const held =
    (claim: Claim) =>
    ({ job }: Row): boolean =>
      job.status === 'processing' && job.attempt === claim.attempt;

  const retries = memoryRetries(
    (ref) => rows.get(keyOf(ref))?.job,
    (ref, fields) =>
      void update(
        ref,
        () => true,
        () => fields,
      ),
  );

  const { store: progress, progressOf } = memoryPartProgress(update, held);

  const store: TranscriptionRepository = {
    ...memoryAfterEnd(update),
    ...memoryChunkStarts(),
    ...memoryParts(update, (ref) => rows.get(keyOf(ref))?.job),
    ...progress,

    create: async (job, now) => {
      const existing = rows.get(keyOf(job));
      if (existing) return { kind: 'exists', job: existing.job };
      const source = job.retryOf === null ? sources.refused(job, now) : retries.refused(job);
      const refused = source ?? places.refused(job) ?? money.refused(job, now);
      if (refused) return refused;
      places.join(job);
      if (job.retryOf === null) sources.consume(job);
      else retries.handOver(job, now);
      money.hold(job, job.heldMicroUsd ?? 0);
      rows.set(keyOf(job), { job, dueAt: isoAfter(now, firstSweepMs) });
      return { kind: 'created' };
    },

    find: async (ref) => rows.get(keyOf(ref))?.job,

    claim: async (ref, now, stage = 'split') =>
      update(
        ref,
        ({ job }) => {
          const isFree = job.leaseUntil === null || new Date(job.leaseUntil) < now;
          return (
            (job.audioUrl !== null) === (stage === 'fetch') &&
            job.attempt < (stage === 'fetch' ? maxFetchAttempts : maxAttempts) &&
            follows(job, 'processing') &&
            job.chunkCount === null &&
            isFree
          );
        },
        (job) => ({
          status: 'processing',
          attempt: job.attempt + 1,
          startedAt: job.startedAt ?? now.toISOString(),
          leaseUntil: isoAfter(now, leaseMs),
          dueAt: isoAfter(now, leaseMs),
          sweeps: 0,
          doneParts: new Set(),
          cutParts: new Set(),
        }),
      ),

    renewLease: async (claim, now) => {
      const lease = isoAfter(now, leaseMs);
      const isHeld = (row: Row): boolean => held(claim)(row) && row.job.leaseUntil !== null;
      return update(claim, isHeld, () => ({ leaseUntil: lease, dueAt: lease })) !== undefined;
    },

    markFetched: async (claim, fetched, now) =>
      update(claim, held(claim), () => ({
        fetched,
        audioUrl: null,
        leaseUntil: null,
        dueAt: isoAfter(now, firstSweepMs),
      })),

    markSplit: async (claim, { now, chunksOfParts, ...cut }) => {
      const row = rows.get(keyOf(claim));
      if (!row || !held(claim)(row)) return undefined;
      // A repeated call gets the same response.
      if (row.job.chunkCount !== null) return row.job;
      const settled = money.settle(row.job, { now, ...cut });
      if (typeof settled === 'string') return settled;
      return update(claim, held(claim), () => ({
        ...cut,
        ...settled,
        leaseUntil: null,
        parts: null,
        cutParts: new Set<number>(),
        ...(chunksOfParts && { chunksOfParts: [...chunksOfParts] }),
        dueAt: isoAfter(now, leaseMs),
      }));
    },

    complete: async (finished, { now, detectedLanguage, billedMicroUsd }) => {
      if (isCharged(finished) && money.ledger.has(keyOf(finished))) return false;
      const request = withoutTerms(finished.request);
      const fields = { detectedLanguage, billedMicroUsd, request, now };
      const completed = end(finished, held(finished), { status: 'completed', ...fields });
      if (completed && isCharged(finished)) money.charge(finished, billedMicroUsd, now);
      return completed !== undefined;
    },

    fail: async ({ attempt, ...ref }, error, now) =>
      end(ref, ({ job }) => follows(job, 'failed') && (attempt === undefined || job.attempt === attempt), {
        status: 'failed',
        billedMicroUsd: 0,
        audioUrl: null,
        error,
        now,
      }),

    cancel: async (ref, now) =>
      end(ref, ({ job }) => follows(job, 'canceled'), {
        status: 'canceled',
        billedMicroUsd: 0,
        request: erasedRequest,
        audioUrl: null,
        now,
      }),

    leaveQueue: async (job) => places.leave(job),

    list: async (tenant, page) => {
      const jobs = [...rows.values()].map(({ job }) => job);
      return pageOf(
        jobs.filter((job) => job.tenant === tenant),
        page,
      );
    },

    listDue: async (now) => ({
      dues: [...rows.values()]
        .flatMap(({ job, dueAt }) =>
          dueAt !== null && new Date(dueAt) <= now
            ? [{ ref: { tenant: job.tenant, id: job.id }, dueAt }]
            : [],
        )
        .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt)),
      next: [],
    }),

    rescheduleSweep: async ({ ref, dueAt }, nextSweepAt) =>
      update(
        ref,
        (row) => row.dueAt === dueAt,
        (job) => ({ sweeps: job.sweeps + 1, dueAt: nextSweepAt.toISOString() }),
      ),
  };

  const { files, uploads } = sources;
  const { ledger, usage, spent } = money;
  return { store, rows, progressOf, ledger, usage, spent, money, events, queues, update, files, uploads };
};
export type MemoryDatabase = ReturnType<typeof memoryDatabase>;
