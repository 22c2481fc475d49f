import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { log, type LogFields } from '#lib/platform/log.ts';
import { deliveryKey } from './delivery.ts';
import { webhookKey } from './webhook.ts';
import { eventKey } from './event.ts';
import { splitTenantPath, Tenant, tenantLogFields } from '#lib/platform/tenant.ts';

/** What the delivering worker is to look at: an event without deliveries, a delivery to try, a webhook to take up again. */
export const WebhookMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), tenant: Tenant, eventId: z.string() }),
  z.object({ kind: z.literal('delivery'), tenant: Tenant, webhookId: z.string(), deliveryId: z.string() }),
  z.object({ kind: z.literal('webhook'), tenant: Tenant, webhookId: z.string() }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** Puts a message on the queue, to be received no sooner than `delayMs` from now, at most 15 minutes. */
export type SendWebhook = (message: WebhookMessage, delayMs?: number) => Promise<void>;

/** Sends what the sweeper would find by itself a little later, so that a failure costs no more than that. */
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

/** What every line about a message names. */
export const webhookLogFields = (message: WebhookMessage): LogFields => ({
  ...tenantLogFields(message.tenant),
  ...(message.kind === 'event' ? { event_id: message.eventId } : { webhook_id: message.webhookId }),
  ...(message.kind === 'delivery' && { delivery_id: message.deliveryId }),
});

/** The message about what lies under this key, and back by `keyOf`. */
export const messageOf = ({ pk, sk }: Key): WebhookMessage => {
  const { tenant, rest: owner } = splitTenantPath(pk);
  if (sk === 'event') return { kind: 'event', tenant, eventId: owner };
  if (sk.startsWith('dlv_')) return { kind: 'delivery', tenant, webhookId: owner, deliveryId: sk };
  return { kind: 'webhook', tenant, webhookId: sk };
};

/** Whose turn a message takes on the queue: that of its receiver, or of its project. */
export const groupOf = (message: WebhookMessage): string =>
  message.kind === 'event' ? message.tenant : message.webhookId;
