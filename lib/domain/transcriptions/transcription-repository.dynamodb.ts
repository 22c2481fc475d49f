import { randomUUID } from 'node:crypto';
import type { Change, Item, Table, Write } from '#lib/platform/aws/table.ts';
import { dueFields, firstDue, listDue, rescheduleSweep } from '#lib/platform/due-index/due-index.ts';
import { fileKey, whileUsable, RegisteredFile } from '#lib/domain/files/file.ts';
import { joinQueues, type QueueLimits } from '#lib/platform/limits/job-queue.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { listIndexKeys, listIndexPosition, listIndexStart } from '#lib/platform/http/list-index-keys.ts';
import { consumption, Upload } from '#lib/domain/uploads/upload.ts';
import { createWrites } from './create-writes.dynamodb.ts';
import { findChunkStarts, noteChunkStart } from './chunk-starts.ts';
import { dynamoEndings } from './endings.dynamodb.ts';
import { duePrefix, fenced, follows, jobKey, jobOf, newJobItem, toDueJob } from './job-item.ts';
import { ListedTranscription } from './listed-transcription.ts';
import { dynamoMarkSplit } from './mark-split.dynamodb.ts';
import { dynamoPartProgress } from './part-progress.dynamodb.ts';
import { dynamoParts } from './parts.dynamodb.ts';
import type { CreateOutcome, TranscriptionRepository } from './transcription-repository.ts';
import { firstSweepMs, leaseMs, maxAttempts, maxFetchAttempts, rememberedMs } from './timing.ts';
import { Transcription, withoutTerms } from './transcription.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';

/** Transfers the audio of a failed job to its retry, once. */
const handOver = ({ tenant, id, request }: Transcription, from: string, now: Date): Change => ({
  key: jobKey({ tenant, id: from }),
  set: 'SET retriedAs = :retry, sourceDeletedAt = :now, #request = :request',
  where: '#status = :failed AND attribute_not_exists(deletedAt) AND attribute_not_exists(sourceDeletedAt)',
  names: { '#status': 'status', '#request': 'request' },
  values: {
    ':retry': id,
    ':now': now.toISOString(),
    ':failed': 'failed',
    ':request': withoutTerms(request),
  },
});

/** The write that makes sure that the audio exists: it consumes an upload, or checks a file. A URL has none. */
const takeSource = (job: Transcription, now: Date): Write[] => {
  const { tenant, id, uploadId, fileId, retryOf } = job;
  if (retryOf !== null) return [{ update: handOver(job, retryOf, now) }];
  if (uploadId !== null) return [{ update: consumption(tenant, { uploadId, usedBy: id }, now) }];
  if (fileId !== null) return [{ check: { key: fileKey({ tenant, id: fileId }), ...whileUsable(now) } }];
  return [];
};

const sourceRefusal = (
  { uploadId, fileId, retryOf }: Transcription,
  item: Item | undefined,
): CreateOutcome | undefined => {
  if (retryOf !== null) return { kind: 'retry_refused', failed: item && Transcription.parse(item) };
  if (uploadId !== null) return { kind: 'upload_refused', upload: item && Upload.parse(item) };
  if (fileId !== null) return { kind: 'file_refused', file: item && RegisteredFile.parse(item) };
  return undefined;
};

/** `TranscriptionRepository` without what depends on the limits that the operator has set. */
export type StoredJobs = Omit<TranscriptionRepository, 'create' | 'markSplit'>;

/** `StoredJobs` on the one table. */
export const dynamoJobs = (table: Table): StoredJobs => ({
  ...dynamoEndings(table),
  ...dynamoParts(table),
  ...dynamoPartProgress(table),

  find: async (ref) => {
    const item = await table.get(jobKey(ref));
    return item && Transcription.parse(item);
  },

  claim: async (ref, now, stage = 'split') => {
    const processing = follows('processing');
    const claimedBy = randomUUID();
    const outcome = await table.update({
      key: jobKey(ref),
      set: `SET #status = :status, attempt = attempt + :one, startedAt = if_not_exists(startedAt, :now),
        leaseUntil = :lease, due_at = :lease, sweeps = :none, claimedBy = :self REMOVE doneParts, cutParts`,
      where: `${processing.where} AND attempt < :max AND attribute_not_exists(chunkCount) AND
        ${stage === 'fetch' ? 'attribute_exists(audioUrl)' : 'attribute_not_exists(audioUrl)'} AND
        (attribute_not_exists(leaseUntil) OR leaseUntil < :now)`,
      names: processing.names,
      values: {
        ...processing.values,
        ':one': 1,
        ':none': 0,
        ':max': stage === 'fetch' ? maxFetchAttempts : maxAttempts,
        ':now': now.toISOString(),
        ':lease': later(now, leaseMs).toISOString(),
        ':self': claimedBy,
      },
    });
    // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
    const job = outcome.item?.['claimedBy'] === claimedBy ? Transcription.parse(outcome.item) : undefined;
    return job?.status === 'processing' ? job : undefined;
  },

  renewLease: async (claim, now) => {
    const change = fenced(claim, {
      set: 'SET leaseUntil = :lease, due_at = :lease',
      where: 'attribute_exists(leaseUntil)',
      values: { ':lease': later(now, leaseMs).toISOString() },
    });
    return (await table.update(change)).done;
  },

  markFetched: async (claim, fetched, now) => {
    const set = 'SET fetched = :fetched, due_at = :due REMOVE leaseUntil, audioUrl';
    const values = { ':fetched': fetched, ':due': later(now, firstSweepMs).toISOString() };
    return jobOf(await table.update(fenced(claim, { set, values })));
  },

  noteChunkStart: (chunk, now) => noteChunkStart(table, chunk, now),
  findChunkStarts: (chunk) => findChunkStarts(table, chunk),

  list: async (tenant, page) => {
    const { status, name, createdAfter, now } = page;
    const byStatus = status !== undefined || !page.includeDeleted;
    const { items, last } = await table.query({
      index: 'listed',
      where: `listed_project = :project${createdAfter ? ' AND listed_at > :after' : ''}`,
      filter: [
        'expiresAt > :now',
        ...(status ? ['#status = :status'] : []),
        ...(name === undefined ? [] : ['#name = :name']),
        // A canceled job stays in the list.
        ...(page.includeDeleted ? [] : ['(attribute_not_exists(deletedAt) OR #status = :canceled)']),
      ].join(' AND '),
      ...((byStatus || name !== undefined) && {
        names: { ...(byStatus && { '#status': 'status' }), ...(name !== undefined && { '#name': 'name' }) },
      }),
      values: {
        ':project': tenant,
        ':now': now.toISOString(),
        // Sorts after all ids of that instant.
        ...(createdAfter && { ':after': `${createdAfter}/~` }),
        ...(status && { ':status': status }),
        ...(name !== undefined && { ':name': name }),
        ...(!page.includeDeleted && { ':canceled': 'canceled' }),
      },
      newestFirst: true,
      startAfter: listIndexStart(tenant, page.after, (id) => jobKey({ tenant, id })),
      limit: page.limit,
    });
    return {
      jobs: items.map((item) => ListedTranscription.parse(item)),
      next: last ? listIndexPosition(last) : null,
    };
  },

  listDue: async (now, from = firstDue(duePrefix)) => {
    const { dues, next } = await listDue(table, from, now);
    return { dues: dues.map(toDueJob), next };
  },

  rescheduleSweep: async ({ ref, dueAt }, nextSweepAt) => {
    const item = await rescheduleSweep(table, { key: jobKey(ref), dueAt }, nextSweepAt);
    return item && Transcription.parse(item);
  },
});

type JobLimits = QueueLimits & Pick<Limits, 'testMinutesPerDay'>;

/** `TranscriptionRepository` on the one table. */
export const dynamoTranscriptionRepository = (table: Table, limits: JobLimits): TranscriptionRepository => {
  const testQuota = testQuotaOf(limits);
  const admissionOf = createWrites(table, testQuota);

  return {
    ...dynamoJobs(table),
    ...dynamoMarkSplit(table, testQuota),

    create: async function create(created, now): Promise<CreateOutcome> {
      const put = {
        ...newJobItem(created),
        ...jobKey(created),
        ...listIndexKeys(created.tenant, created),
        ...dueFields(duePrefix, created.id, later(now, firstSweepMs)),
        ttl: ttlAt(later(created.expiresAt, rememberedMs)),
      };
      const admission = await admissionOf(created, now);
      if (admission.isRefused) {
        // A replay returns the existing job.
        const item = await table.get(jobKey(created));
        return item ? { kind: 'exists', job: Transcription.parse(item) } : admission.refusal;
      }
      const source = takeSource(created, now);
      const queues = joinQueues(created, limits);
      const outcome = await table.transact([
        { put, where: 'attribute_not_exists(pk)' },
        ...source,
        ...queues,
        ...admission.writes,
      ]);
      if (outcome.done) return { kind: 'created' };
      const [taken, ...others] = outcome.reasons;
      if (taken?.refused) return { kind: 'exists', job: Transcription.parse(taken.item) };
      const at = others.findIndex((reason) => reason.refused);
      const refusal = at < source.length ? sourceRefusal(created, others[0]?.item) : undefined;
      if (refusal) return refusal;
      if (at >= source.length + queues.length)
        return admission.isStale?.(others[at]?.item) ? create(created, now) : admission.refusal;
      return at === source.length
        ? { kind: 'queue_full', of: 'project', max: limits.unfinishedJobsPerProject }
        : { kind: 'queue_full', of: 'organization', max: limits.unfinishedJobsPerOrganization };
    },
  };
};
