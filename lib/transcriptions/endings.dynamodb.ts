import type { Change, Table } from '#lib/aws/table.ts';
import { charge } from '#lib/billing/ledger.ts';
import { leaveQueue } from '#lib/limits/project-queue.ts';
import { dueShardOf, follows, jobKey, jobOf } from './job-item.ts';
import type { TranscriptionStore } from './store.ts';
import { after, cleanUpLookMs } from './timing.ts';
import { erasedRequest, type JobRef } from './transcription.ts';

type Endings = Pick<
  TranscriptionStore,
  'complete' | 'fail' | 'cancel' | 'erase' | 'leaveQueue' | 'markCleaned'
>;

/** How jobs end, and what happens to them afterwards, on the one table. */
export const dynamoEndings = (table: Table): Endings => {
  const update = async (ref: JobRef, change: Omit<Change, 'key'>) =>
    jobOf(await table.update({ key: jobKey(ref), ...change }));

  return {
    complete: async (finished, { now, detectedLanguage, billedMicroUsd }) => {
      const { where, names, values } = follows('completed');
      const outcome = await table.transact([
        {
          update: {
            key: jobKey(finished),
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
        ...(finished.charged
          ? charge({ ...finished, audioMs: finished.audioMs ?? 0 }, billedMicroUsd, now)
          : []),
      ]);
      return outcome.done;
    },

    fail: ({ attempt, ...ref }, error, now) => {
      const { where, names, values } = follows('failed');
      return update(ref, {
        set: 'SET #status = :status, completedAt = :now, billedMicroUsd = :none, #error = :error, due_at = :due REMOVE audioUrl',
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
      });
    },

    cancel: (ref, now) => {
      const { where, names, values } = follows('canceled');
      return update(ref, {
        set: `SET #status = :status, completedAt = :now, deletedAt = :now, billedMicroUsd = :none,
          #request = :erased, due_at = :due REMOVE audioUrl`,
        where,
        names: { ...names, '#request': 'request' },
        values: {
          ...values,
          ':now': now.toISOString(),
          ':none': 0,
          ':erased': erasedRequest,
          ':due': after(now, cleanUpLookMs).toISOString(),
        },
      });
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
      await table.update(leaveQueue(job));
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
