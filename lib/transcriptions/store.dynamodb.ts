import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Change, Item, Key, Outcome, Table } from '#lib/aws/table.ts';
import { chargeEntry } from '#lib/billing/ledger.ts';
import { consumption, Upload } from '#lib/uploads/upload.ts';
import type { TranscriptionStore } from './store.ts';
import { after, cleanUpLookMs, leaseMs, firstLookMs, maxAttempts } from './timing.ts';
import { type Claim, type JobRef, mayFollow, type Status, Transcription } from './transcription.ts';

/** The due index is spread over so many partitions: one would take only 1,000 writes a second. */
const shards = 8;
const duePageSize = 200;

// So long a job is answered with 410 "expired" before its id is unknown again.
const rememberedSeconds = 30 * 24 * 60 * 60;

const itemKey = ({ projectId, id }: JobRef): Key => ({ pk: `${projectId}/${id}`, sk: 'job' });

const shardOf = ({ id }: JobRef): string =>
  `due-${(createHash('sha256').update(id).digest()[0] ?? 0) % shards}`;

const DueItem = z.object({ pk: z.string(), due_at: z.string() });

const toDue = (item: Item) => {
  const { pk, due_at: dueAt } = DueItem.parse(item);
  const slash = pk.indexOf('/');
  return { ref: { projectId: pk.slice(0, slash), id: pk.slice(slash + 1) }, dueAt };
};

const withoutNulls = (job: Transcription): Item =>
  Object.fromEntries(Object.entries(job).filter(([key, value]) => value !== null && key !== 'doneChunks'));

/** The condition that the job's status may be followed by `status`, with the names and values it needs. */
const follows = (status: keyof typeof mayFollow) => {
  const from: readonly Status[] = mayFollow[status];
  return {
    where: `#status IN (${from.map((_, at) => `:from${at}`).join(', ')})`,
    names: { '#status': 'status' },
    values: Object.fromEntries([...from.map((value, at) => [`:from${at}`, value]), [':status', status]]),
  };
};

/** The fence: the job still runs, and nobody has begun another attempt. */
const held = (claim: Claim) => ({
  where: '#status = :processing AND attempt = :attempt',
  names: { '#status': 'status' },
  values: { ':processing': 'processing', ':attempt': claim.attempt },
});

const jobOf = (outcome: Outcome): Transcription | undefined =>
  outcome.done ? Transcription.parse(outcome.item) : undefined;

/** `TranscriptionStore` on the one table. */
export const dynamoTranscriptionStore = (table: Table): TranscriptionStore => {
  const update = (ref: JobRef, change: Omit<Change, 'key'>) => table.update({ key: itemKey(ref), ...change });

  return {
    create: async (created, now) => {
      const put = {
        ...withoutNulls(created),
        ...itemKey(created),
        due_shard: shardOf(created),
        due_at: after(now, firstLookMs).toISOString(),
        ttl: Math.floor(Date.parse(created.expiresAt) / 1000) + rememberedSeconds,
      };
      const outcome = await table.transact([
        { put, where: 'attribute_not_exists(pk)' },
        { update: consumption(created.projectId, created.uploadId, now) },
      ]);
      if (outcome.done) return { kind: 'created' };
      const [jobPut, uploadUpdate] = outcome.reasons;
      if (jobPut?.refused) return { kind: 'exists', job: Transcription.parse(jobPut.item) };
      return { kind: 'upload_refused', upload: uploadUpdate?.item && Upload.parse(uploadUpdate.item) };
    },

    find: async (ref) => {
      const item = await table.get(itemKey(ref));
      return item && Transcription.parse(item);
    },

    claim: async (ref, now) => {
      const processing = follows('processing');
      return jobOf(
        await update(ref, {
          set: `SET #status = :status, attempt = attempt + :one, startedAt = if_not_exists(startedAt, :now),
            leaseUntil = :lease, due_at = :lease, pushes = :none, processedMs = :none REMOVE doneChunks`,
          where: `${processing.where} AND attempt < :max AND attribute_not_exists(chunkCount) AND
            (attribute_not_exists(leaseUntil) OR leaseUntil < :now)`,
          names: processing.names,
          values: {
            ...processing.values,
            ':one': 1,
            ':none': 0,
            ':max': maxAttempts,
            ':now': now.toISOString(),
            ':lease': after(now, leaseMs).toISOString(),
          },
        }),
      );
    },

    renewLease: async (claim, now) => {
      const { where, names, values } = held(claim);
      const set = 'SET leaseUntil = :lease, due_at = :lease';
      const lease = after(now, leaseMs).toISOString();
      return (await update(claim, { set, where, names, values: { ...values, ':lease': lease } })).done;
    },

    markSplit: async (claim, { chunkCount, audioMs, now }) => {
      const { where, names, values } = held(claim);
      const added = { ':count': chunkCount, ':ms': audioMs, ':due': after(now, leaseMs).toISOString() };
      const set = 'SET chunkCount = :count, audioMs = :ms, due_at = :due REMOVE leaseUntil';
      return jobOf(await update(claim, { set, where, names, values: { ...values, ...added } }));
    },

    markChunkDone: async (claim, { index, spanMs, now }) => {
      const { where, names, values } = held(claim);
      const added = { ':none': 0, ':span': spanMs, ':due': after(now, leaseMs).toISOString() };
      return jobOf(
        await update(claim, {
          set: 'SET processedMs = processedMs + :span, pushes = :none, due_at = :due ADD doneChunks :chunks',
          where: `${where} AND NOT contains(doneChunks, :chunk)`,
          names,
          values: { ...values, ...added, ':chunk': index, ':chunks': new Set([index]) },
        }),
      );
    },

    complete: async (finished, { now, detectedLanguage, billedMicroUsd }) => {
      const { where, names, values } = follows('completed');
      const outcome = await table.transact([
        {
          update: {
            key: itemKey(finished),
            set: `SET #status = :status, completedAt = :now, billedMicroUsd = :charge, due_at = :due${
              detectedLanguage === null ? '' : ', detectedLanguage = :language'
            }`,
            where: `${where} AND attempt = :attempt`,
            names,
            values: {
              ...values,
              ':attempt': finished.attempt,
              ':now': now.toISOString(),
              ':charge': billedMicroUsd,
              ':due': after(now, cleanUpLookMs).toISOString(),
              ...(detectedLanguage !== null && { ':language': detectedLanguage }),
            },
          },
        },
        ...(finished.charged ? [chargeEntry(finished, billedMicroUsd, now)] : []),
      ]);
      return outcome.done;
    },

    fail: async ({ attempt, ...ref }, error, now) => {
      const { where, names, values } = follows('failed');
      return jobOf(
        await update(ref, {
          set: 'SET #status = :status, completedAt = :now, billedMicroUsd = :none, #error = :error, due_at = :due',
          where: attempt === undefined ? where : `${where} AND attempt = :attempt`,
          names: { ...names, '#error': 'error' },
          values: {
            ...values,
            ':now': now.toISOString(),
            ':none': 0,
            ':error': error,
            ':due': after(now, cleanUpLookMs).toISOString(),
            ...(attempt !== undefined && { ':attempt': attempt }),
          },
        }),
      );
    },

    markCleaned: async (ref, now) => {
      await update(ref, {
        set: 'SET sourceDeletedAt = :now REMOVE due_at, due_shard, doneChunks',
        where: 'attribute_exists(completedAt)',
        values: { ':now': now.toISOString() },
      });
    },

    listDue: async (now) => {
      const shardPage = (shard: number) =>
        table.query(
          'due',
          {
            where: 'due_shard = :shard AND due_at <= :now',
            values: { ':shard': `due-${shard}`, ':now': now.toISOString() },
          },
          duePageSize,
        );
      const pages = await Promise.all(Array.from({ length: shards }, (_, shard) => shardPage(shard)));
      return pages.flat().map(toDue);
    },

    takeLook: async ({ ref, dueAt }, nextLookAt) =>
      jobOf(
        await update(ref, {
          set: 'SET due_at = :next, pushes = pushes + :one',
          where: 'due_at = :seen',
          values: { ':seen': dueAt, ':next': nextLookAt.toISOString(), ':one': 1 },
        }),
      ),
  };
};
