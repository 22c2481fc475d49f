import { endEventId, type EndedJob } from '#lib/domain/webhooks/event.ts';
import { type SendWebhook, sendBestEffort } from '#lib/domain/webhooks/messages.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { JobRef } from './transcription.ts';

/**
 * The store, with word sent of each job that it ends. The event is part of the end; a word that gets lost costs a minute,
 * after which the sweeper finds the event.
 */
export const withWebhookEvents = (
  store: TranscriptionRepository,
  send: SendWebhook,
): TranscriptionRepository => {
  const tell = ({ tenant, id }: JobRef, status: EndedJob['status']): Promise<void> =>
    sendBestEffort(send, { kind: 'event', tenant, eventId: endEventId({ tenant, id, status }) });
  return {
    ...store,
    complete: async (job, completion) => {
      const completed = await store.complete(job, completion);
      if (completed) await tell(job, 'completed');
      return completed;
    },
    fail: async (ref, error, now) => {
      const failed = await store.fail(ref, error, now);
      if (failed) await tell(ref, 'failed');
      return failed;
    },
    cancel: async (ref, now) => {
      const canceled = await store.cancel(ref, now);
      if (canceled) await tell(ref, 'canceled');
      return canceled;
    },
  };
};
