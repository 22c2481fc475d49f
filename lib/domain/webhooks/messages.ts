import * as z from 'zod';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { Key } from '#lib/platform/aws/table.ts';
import { addLogFields, log, type LogFields } from '#lib/platform/log.ts';
import { deliveryKey } from './delivery.ts';
import { webhookKey } from './webhook.ts';
import { eventKey, type WebhookEvent } from './event.ts';
import { splitTenantPath, Tenant, tenantLogFields } from '#lib/platform/tenant.ts';

/** A task of the delivering worker: an event to fan out, a delivery to try, or a webhook to resume. */
export const WebhookMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), tenant: Tenant, eventId: z.string() }),
  z.object({ kind: z.literal('delivery'), tenant: Tenant, webhookId: z.string(), deliveryId: z.string() }),
  z.object({ kind: z.literal('webhook'), tenant: Tenant, webhookId: z.string() }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export type SendWebhook = Send<WebhookMessage>;

/** Sends a message and only logs a failure, because the sweeper repeats it soon. */
export const sendBestEffort = async (
  send: SendWebhook,
  message: WebhookMessage,
  delayMs?: number,
): Promise<void> => {
  try {
    await send(message, delayMs);
  } catch (error) {
    log.error('webhook.send_failed', error, { kind: message.kind, ...keyOf(message) });
  }
};

export const keyOf = (message: WebhookMessage): Key => {
  const { tenant } = message;
  switch (message.kind) {
    case 'event':
      return eventKey({ tenant, id: message.eventId });
    case 'delivery':
      return deliveryKey({ tenant, webhookId: message.webhookId, id: message.deliveryId });
    case 'webhook':
      return webhookKey({ tenant, id: message.webhookId });
  }
};

/** The fields of every log line about a message. */
export const webhookLogFields = (message: WebhookMessage): LogFields => ({
  ...tenantLogFields(message.tenant),
  ...(message.kind === 'event' ? { event_id: message.eventId } : { webhook_id: message.webhookId }),
  ...(message.kind === 'delivery' && { delivery_id: message.deliveryId }),
});

/** Adds the request and the job from which an event or delivery comes to every further log line of this scope. */
export const logOrigin = ({
  requestId,
  transcriptionId,
}: Pick<WebhookEvent, 'requestId' | 'transcriptionId'>): void =>
  addLogFields({
    request_id: requestId,
    ...(transcriptionId !== undefined && { transcription_id: transcriptionId }),
  });

/** The message for the item with this key; the inverse of `keyOf`. */
export const messageOf = ({ pk, sk }: Key): WebhookMessage => {
  const { tenant, rest: owner } = splitTenantPath(pk);
  if (sk === 'event') return { kind: 'event', tenant, eventId: owner };
  if (sk.startsWith('dlv_')) return { kind: 'delivery', tenant, webhookId: owner, deliveryId: sk };
  return { kind: 'webhook', tenant, webhookId: sk };
};

/** The message's group on the fair queue: its endpoint, or its project for an event. */
export const groupOf = (message: WebhookMessage): string =>
  message.kind === 'event' ? message.tenant : message.webhookId;
