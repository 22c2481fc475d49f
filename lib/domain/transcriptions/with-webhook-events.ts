import { endEventId, type EndedJob } from '#lib/domain/webhooks/event.ts';
import { type SendWebhook, sendBestEffort } from '#lib/domain/webhooks/messages.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { JobRef } from './transcription.ts';

type Endings = Pick<TranscriptionRepository, 'complete' | 'fail' | 'cancel'>;

/**
 * The store, whose endings then also queue the webhook event. The event itself is written together with the end.
 * If the message is lost, the sweeper finds the event a minute later.
 */
export const withWebhookEvents = <Store extends Endings>(store: Store, send: SendWebhook): Store => {
  const sendEvent = ({ tenant, id }: JobRef, status: EndedJob['status']): Promise<void> =>
    sendBestEffort(send, { kind: 'event', tenant, eventId: endEventId({ tenant, id, status }) });
  return {
    ...store,
    complete: async (job, completion) => {
      const completed = await store.complete(job, completion);
      if (completed) await sendEvent(job, 'completed');
      return completed;
    },
    fail: async (ref, error, now) => {
      const failed = await store.fail(ref, error, now);
      if (failed) await sendEvent(ref, 'failed');
      return failed;
    },
    cancel: async (ref, now) => {
      const canceled = await store.cancel(ref, now);
      if (canceled) await sendEvent(ref, 'canceled');
      return canceled;
    },
  };
};
