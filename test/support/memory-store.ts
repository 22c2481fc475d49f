import type { QueueLimits } from '#lib/limits/job-queue.ts';
import { Limits } from '#lib/limits/limits.ts';
import type { TranscriptionStore } from '#lib/transcriptions/store.ts';
import {
  after,
  cleanUpLookMs,
  firstLookMs,
  leaseMs,
  maxAttempts,
  maxFetchAttempts,
} from '#lib/transcriptions/timing.ts';
import {
  type Claim,
  erasedRequest,
  isTerminal,
  type JobRef,
  mayFollow,
  type Status,
  type Transcription,
} from '#lib/transcriptions/transcription.ts';
import { type EndedJob, endEvent, type WebhookEvent } from '#lib/webhooks/event.ts';
import { pageOf } from './memory-list.ts';
import { memoryQueues } from './memory-queues.ts';
import { memorySources } from './memory-sources.ts';
import { isCharged } from '#lib/transcriptions/transcription.ts';

/** A job as it lies in the table, with the instant at which somebody should look at it; null when nobody need. */
export type Row = { readonly job: Transcription; readonly dueAt: string | null };

type Changes = Partial<Transcription> & { readonly dueAt?: string | null };

const keyOf = ({ tenant, id }: JobRef): string => `${tenant}/${id}`;
const isoAfter = (now: Date, ms: number): string => after(now, ms).toISOString();

const follows = (job: Transcription, status: keyof typeof mayFollow): boolean => {
  const from: readonly Status[] = mayFollow[status];
  return from.includes(job.status);
};

/** The one table in memory: jobs, uploads and the ledger. Each call is atomic, because nothing in it waits. */
export const memoryDatabase = (limits: QueueLimits = Limits.parse({})) => {
  const rows = new Map<string, Row>();
  const sources = memorySources();
  const { queues, ...places } = memoryQueues(limits);
  /** Micro-dollars by key of the ledger line. */
  const ledger = new Map<string, number>();
  /** Micro-dollars by UTC day. */
  const usage = new Map<string, number>();
  /** Micro-dollars by organization. */
  const spent = new Map<string, number>();
  /** What webhooks are to be told. */
  const events: WebhookEvent[] = [];

  /** One conditional update: the changed job, or undefined when there is none or it is not as expected. */
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

  /** Ends a job, and writes its event: both or neither. */
  const end = (
    ref: JobRef,
    expected: (row: Row) => boolean,
    { now, ...fields }: Changes & { readonly status: EndedJob['status']; readonly now: Date },
  ): Transcription | undefined => {
    const completedAt = now.toISOString();
    const dueAt = isoAfter(now, cleanUpLookMs);
    const ended = update(ref, expected, () => ({ ...fields, completedAt, dueAt }));
    const errorType = fields.error?.type ?? null;
    if (ended) events.push(endEvent({ ...ended, status: fields.status, completedAt, errorType }));
    return ended;
  };

  const held =
    (claim: Claim) =>
    ({ job }: Row): boolean =>
      job.status === 'processing' && job.attempt === claim.attempt;

  const store: TranscriptionStore = {
    create: async (job, now) => {
      const existing = rows.get(keyOf(job));
      if (existing) return { kind: 'exists', job: existing.job };
      const refused = sources.refused(job, now) ?? places.refused(job);
      if (refused) return refused;
      places.join(job);
      sources.consume(job);
      rows.set(keyOf(job), { job, dueAt: isoAfter(now, firstLookMs) });
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
          pushes: 0,
          processedMs: 0,
          doneChunks: new Set(),
        }),
      ),

    renewLease: async (claim, now) => {
      const lease = isoAfter(now, leaseMs);
      return update(claim, held(claim), () => ({ leaseUntil: lease, dueAt: lease })) !== undefined;
    },

    markFetched: async (claim, fetched, now) =>
      update(claim, held(claim), () => ({
        fetched,
        audioUrl: null,
        leaseUntil: null,
        dueAt: isoAfter(now, firstLookMs),
      })),

    markSplit: async (claim, { chunkCount, audioMs, now }) =>
      update(claim, held(claim), () => ({
        chunkCount,
        audioMs,
        leaseUntil: null,
        dueAt: isoAfter(now, leaseMs),
      })),

    markChunkDone: async (claim, { index, spanMs, now }) =>
      update(
        claim,
        (row) => held(claim)(row) && !row.job.doneChunks.has(index),
        (job) => ({
          doneChunks: new Set([...job.doneChunks, index]),
          processedMs: job.processedMs + spanMs,
          pushes: 0,
          dueAt: isoAfter(now, leaseMs),
        }),
      ),

    complete: async (finished, { now, detectedLanguage, billedMicroUsd }) => {
      if (isCharged(finished) && ledger.has(keyOf(finished))) return false;
      const fields = { detectedLanguage, billedMicroUsd, now };
      const completed = end(finished, held(finished), { status: 'completed', ...fields });
      if (completed && isCharged(finished)) {
        const day = `${finished.tenant}/${now.toISOString().slice(0, 10)}`;
        ledger.set(keyOf(finished), billedMicroUsd);
        usage.set(day, (usage.get(day) ?? 0) + billedMicroUsd);
        const payer = finished.organizationId ?? 'nobody';
        spent.set(payer, (spent.get(payer) ?? 0) + billedMicroUsd);
      }
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
        deletedAt: now.toISOString(),
        billedMicroUsd: 0,
        request: erasedRequest,
        audioUrl: null,
        now,
      }),

    erase: async (ref, now) =>
      update(
        ref,
        ({ job }) => isTerminal(job.status) && job.deletedAt === null,
        () => ({
          deletedAt: now.toISOString(),
          request: erasedRequest,
          dueAt: isoAfter(now, cleanUpLookMs),
        }),
      ),

    leaveQueue: async (job) => places.leave(job),

    markCleaned: async (seen, now, nextLookAt) => {
      update(
        seen,
        ({ job, dueAt }) =>
          isTerminal(job.status) && job.deletedAt === seen.deletedAt && (!nextLookAt || dueAt !== null),
        (job) => ({
          sourceDeletedAt: job.sourceDeletedAt ?? now.toISOString(),
          doneChunks: new Set(),
          dueAt: nextLookAt?.toISOString() ?? null,
        }),
      );
    },

    list: async (tenant, page) => {
      const jobs = [...rows.values()].map(({ job }) => job);
      return pageOf(
        jobs.filter((job) => job.tenant === tenant),
        page,
      );
    },

    listDue: async (now) =>
      [...rows.values()]
        .flatMap(({ job, dueAt }) =>
          dueAt !== null && new Date(dueAt) <= now
            ? [{ ref: { tenant: job.tenant, id: job.id }, dueAt }]
            : [],
        )
        .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt)),

    takeLook: async ({ ref, dueAt }, nextLookAt) =>
      update(
        ref,
        (row) => row.dueAt === dueAt,
        (job) => ({ pushes: job.pushes + 1, dueAt: nextLookAt.toISOString() }),
      ),
  };

  const { files, uploads } = sources;
  return { store, rows, ledger, usage, spent, events, queues, update, files, uploads };
};
export type MemoryDatabase = ReturnType<typeof memoryDatabase>;
