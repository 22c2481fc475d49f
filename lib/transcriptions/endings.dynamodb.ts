import { assigning, type Change, type Item, type Table } from '#lib/aws/table.ts';
import { charge } from '#lib/billing/ledger.ts';
import { leaveQueues } from '#lib/limits/job-queue.ts';
import { endEvent, eventEntry } from '#lib/webhooks/event.ts';
import { dueShardOf, follows, jobKey, jobOf } from './job-item.ts';
import type { TranscriptionStore } from './store.ts';
import { after, cleanUpLookMs } from './timing.ts';
import { erasedRequest, type JobRef, mayFollow, type Status, Transcription } from './transcription.ts';

type Endings = Pick<
  TranscriptionStore,
  'complete' | 'fail' | 'cancel' | 'erase' | 'leaveQueue' | 'markCleaned'
>;

type End = {
  readonly fields: { readonly status: 'failed' | 'canceled' } & Item;
  /** When another attempt runs, the job is not ended. */
  readonly attempt?: number | undefined;
  readonly now: Date;
};

/** How jobs end, and what happens to them afterwards, on the one table. */
export const dynamoEndings = (table: Table): Endings => {
  const update = async (ref: JobRef, change: Omit<Change, 'key'>) =>
    jobOf(await table.update({ key: jobKey(ref), ...change }));

  /** Its event tells of the job as it was read; one that moved meanwhile is read again. */
  const endUncharged = async (ref: JobRef, { fields, attempt, now }: End) => {
    const { status } = fields;
    const ending = { ...fields, completedAt: now.toISOString(), billedMicroUsd: 0 };
    const from: readonly Status[] = mayFollow[status];
    let item = await table.get(jobKey(ref));
    while (item) {
      const job = Transcription.parse(item);
      if (!from.includes(job.status) || (attempt !== undefined && job.attempt !== attempt)) return undefined;
      const ended = Transcription.parse({ ...item, ...ending, audioUrl: null });
      const { set, names, values } = assigning(
        { ...ending, due_at: after(now, cleanUpLookMs).toISOString() },
        ' REMOVE audioUrl',
      );
      const isSame = job.audioMs === null ? 'attribute_not_exists(audioMs)' : 'audioMs = :ms';
      const outcome = await table.transact([
        {
          update: {
            key: jobKey(ref),
            set,
            where: `#status = :from AND attempt = :attempt AND ${isSame}`,
            names,
            values: {
              ...values,
              ':from': job.status,
              ':attempt': job.attempt,
              ...(job.audioMs !== null && { ':ms': job.audioMs }),
            },
          },
        },
        eventEntry(
          endEvent({
            ...ended,
            status,
            completedAt: now.toISOString(),
            errorType: ended.error?.type ?? null,
          }),
        ),
      ]);
      if (outcome.done) return ended;
      item = outcome.reasons[0]?.item;
    }
    return undefined;
  };

  return {
    complete: async (finished, { now, detectedLanguage, billedMicroUsd }) => {
      const { where, names, values } = follows('completed');
      const completedAt = now.toISOString();
      const change = assigning({
        status: 'completed',
        completedAt,
        billedMicroUsd,
        due_at: after(now, cleanUpLookMs).toISOString(),
        ...(detectedLanguage !== null && { detectedLanguage }),
      });
      const outcome = await table.transact([
        {
          update: {
            key: jobKey(finished),
            set: change.set,
            where: `${where} AND attempt = :attempt`,
            names: { ...names, ...change.names },
            values: { ...values, ...change.values, ':attempt': finished.attempt },
          },
        },
        ...charge({ ...finished, audioMs: finished.audioMs ?? 0 }, billedMicroUsd, now),
        eventEntry(endEvent({ ...finished, status: 'completed', completedAt, errorType: null })),
      ]);
      return outcome.done;
    },

    fail: ({ attempt, ...ref }, error, now) =>
      endUncharged(ref, { fields: { status: 'failed', error }, attempt, now }),

    cancel: (ref, now) => {
      const fields = { status: 'canceled', deletedAt: now.toISOString(), request: erasedRequest } as const;
      return endUncharged(ref, { fields, now });
    },

    erase: (ref, now) =>
      update(ref, {
        set: `SET deletedAt = :now, #request = :erased, due_shard = :shard, due_at = :due
          REMOVE listed_project, listed_at`,
        where: 'attribute_exists(completedAt) AND attribute_not_exists(deletedAt)',
        names: { '#request': 'request' },
        values: {
          ':now': now.toISOString(),
          ':erased': erasedRequest,
          ':shard': dueShardOf(ref),
          ':due': after(now, cleanUpLookMs).toISOString(),
        },
      }),

    leaveQueue: async (job) => {
      await Promise.all(leaveQueues(job).map((change) => table.update(change)));
    },

    markCleaned: async (job, now, nextLookAt) => {
      // A job that was deleted since it was read has more to clean than whoever read it knew of.
      const isSame = job.deletedAt === null ? 'attribute_not_exists(deletedAt)' : 'deletedAt = :deleted';
      const cleaned = 'SET sourceDeletedAt = if_not_exists(sourceDeletedAt, :now)';
      await update(job, {
        set: nextLookAt
          ? `${cleaned}, due_at = :next REMOVE doneChunks`
          : `${cleaned} REMOVE due_at, due_shard, doneChunks`,
        // A slow clean-up that ends after the last look has nothing to add to it.
        where: `attribute_exists(completedAt) AND ${isSame}${nextLookAt ? ' AND attribute_exists(due_at)' : ''}`,
        values: {
          ':now': now.toISOString(),
          ...(nextLookAt && { ':next': nextLookAt.toISOString() }),
          ...(job.deletedAt !== null && { ':deleted': job.deletedAt }),
        },
      });
    },
  };
};
