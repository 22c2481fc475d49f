import { assigning, type Change, type Item, type Table } from '#lib/platform/aws/table.ts';
import { releaseHold } from '#lib/domain/billing/hold.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { leaveQueues } from '#lib/platform/limits/job-queue.ts';
import { endEvent, eventEntry } from '#lib/domain/webhooks/event.ts';
import { dueAttributes, makeDue } from '#lib/platform/due-index/due-index.ts';
import { duePrefix, follows, jobKey, jobOf } from './job-item.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { cleanUpSweepMs } from './timing.ts';
import {
  billableMs,
  endOf,
  erasedRequest,
  type JobRef,
  mayFollow,
  type Status,
  Transcription,
  withoutTerms,
} from './transcription.ts';
import { later } from '#lib/platform/durations.ts';

type Endings = Pick<
  TranscriptionRepository,
  'complete' | 'fail' | 'cancel' | 'erase' | 'leaveQueue' | 'markCleaned'
>;

type End = {
  readonly fields: { readonly status: 'failed' | 'canceled' } & Item;
  /** Ends the job only if this attempt is still current. */
  readonly attempt?: number | undefined;
  readonly now: Date;
};

/** Ends of jobs and their clean-up, in the DynamoDB table. */
export const dynamoEndings = (table: Table): Endings => {
  const update = async (ref: JobRef, change: Omit<Change, 'key'>) =>
    jobOf(await table.update({ key: jobKey(ref), ...change }));

  /** The event describes the job as it was read, so if the job has changed since, it is read again. */
  const endUncharged = async (ref: JobRef, { fields, attempt, now }: End) => {
    const { status } = fields;
    const from: readonly Status[] = mayFollow[status];
    let item = await table.get(jobKey(ref));
    while (item) {
      const job = Transcription.parse(item);
      if (!from.includes(job.status) || (attempt !== undefined && job.attempt !== attempt)) return undefined;
      const completedAt = endOf(job, now);
      const deletedAt = status === 'canceled' ? { deletedAt: completedAt } : {};
      const ending = { ...fields, ...deletedAt, completedAt, billedMicroUsd: 0 };
      const ended = Transcription.parse({ ...item, ...ending, audioUrl: null, heldMicroUsd: null });
      const { set, names, values } = assigning(
        { ...ending, due_at: later(now, cleanUpSweepMs).toISOString() },
        ' REMOVE audioUrl, heldMicroUsd',
      );
      // The hold changes only when the audio length is recorded, once in an attempt.
      const whileUnmeasured = job.audioMs === null ? ' AND attribute_not_exists(audioMs)' : '';
      const outcome = await table.transact([
        {
          update: {
            key: jobKey(ref),
            set,
            where: `#status = :from AND attempt = :attempt${whileUnmeasured}`,
            names,
            values: { ...values, ':from': job.status, ':attempt': job.attempt },
          },
        },
        eventEntry(
          endEvent({
            ...ended,
            // The address is taken from the job before, because canceling erases it.
            request: { ...ended.request, webhookUrl: job.request.webhookUrl },
            status,
            completedAt,
            errorType: ended.error?.type ?? null,
          }),
        ),
        ...releaseHold(job),
      ]);
      if (outcome.done) return ended;
      item = outcome.reasons[0]?.item;
    }
    return undefined;
  };

  return {
    complete: async (finished, { now, detectedLanguage, billedMicroUsd }) => {
      const { where, names, values } = follows('completed');
      const completedAt = endOf(finished, now);
      const change = assigning(
        {
          status: 'completed',
          completedAt,
          billedMicroUsd,
          request: withoutTerms(finished.request),
          due_at: later(now, cleanUpSweepMs).toISOString(),
          ...(detectedLanguage !== null && { detectedLanguage }),
        },
        ' REMOVE heldMicroUsd',
      );
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
        ...charge({ ...finished, detectedLanguage, audioMs: billableMs(finished) }, billedMicroUsd, now),
        eventEntry(endEvent({ ...finished, status: 'completed', completedAt, errorType: null })),
      ]);
      return outcome.done;
    },

    fail: ({ attempt, ...ref }, error, now) =>
      endUncharged(ref, { fields: { status: 'failed', error }, attempt, now }),

    cancel: (ref, now) => {
      const fields = { status: 'canceled', request: erasedRequest } as const;
      return endUncharged(ref, { fields, now });
    },

    erase: (ref, now) => {
      const due = makeDue(duePrefix, ref.id, later(now, cleanUpSweepMs));
      return update(ref, {
        set: `SET deletedAt = :now, #request = :erased, ${due.set}`,
        where: 'attribute_exists(completedAt) AND attribute_not_exists(deletedAt)',
        names: { '#request': 'request' },
        values: { ...due.values, ':now': now.toISOString(), ':erased': erasedRequest },
      });
    },

    leaveQueue: async (job) => {
      await Promise.all(leaveQueues(job).map((change) => table.update(change)));
    },

    markCleaned: async (job, { now, nextSweepAt, keepsSource }) => {
      // The job may have been deleted since we read it.
      const whileNotDeleted = job.deletedAt === null ? ' AND attribute_not_exists(deletedAt)' : '';
      const sets = [
        ...(keepsSource
          ? []
          : ['sourceDeletedAt = if_not_exists(sourceDeletedAt, :now)', '#request = :request']),
        ...(nextSweepAt ? ['due_at = :next'] : []),
      ];
      await update(job, {
        set: `${sets.length > 0 ? `SET ${sets.join(', ')} ` : ''}REMOVE doneParts, cutParts, parts${
          nextSweepAt ? '' : `, ${dueAttributes}`
        }`,
        // A job that has left the index has no shard, and only its deletion adds one. So this does not put it back into
        // the index.
        where: `attribute_exists(completedAt)${whileNotDeleted}`,
        ...(!keepsSource && { names: { '#request': 'request' } }),
        values: {
          ...(!keepsSource && { ':now': now.toISOString(), ':request': withoutTerms(job.request) }),
          ...(nextSweepAt && { ':next': nextSweepAt.toISOString() }),
        },
      });
    },
  };
};
