import * as z from 'zod';
import type { Key } from '#lib/aws/table.ts';
import { log } from '#lib/log.ts';
import { deliveryKey } from './delivery.ts';
import { endpointKey } from './endpoint.ts';
import { eventKey } from './event.ts';

const project = { projectId: z.string() };

/** What the delivering worker is to look at: an event without deliveries, a delivery to try, an endpoint to take up again. */
export const WebhookMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), ...project, eventId: z.string() }),
  z.object({ kind: z.literal('delivery'), ...project, endpointId: z.string(), deliveryId: z.string() }),
  z.object({ kind: z.literal('endpoint'), ...project, endpointId: z.string() }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** Puts a message on the queue, to be received no sooner than `delayMs` from now, at most 15 minutes. */
export type SendWebhook = (message: WebhookMessage, delayMs?: number) => Promise<void>;

/** Sends what the sweeper would find by itself a little later, so that a failure costs no more than that. */
export const sendSoon = async (
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
  const { projectId } = message;
  switch (message.kind) {
    case 'event':
      return eventKey({ projectId, id: message.eventId });
    case 'delivery':
      return deliveryKey({ projectId, endpointId: message.endpointId, id: message.deliveryId });
    case 'endpoint':
      return endpointKey({ projectId, id: message.endpointId });
  }
};

/** The message about what lies under this key, and back by `keyOf`. */
export const messageOf = ({ pk, sk }: Key): WebhookMessage => {
  const slash = pk.indexOf('/');
  const [projectId, owner] = [pk.slice(0, slash), pk.slice(slash + 1)];
  if (sk === 'event') return { kind: 'event', projectId, eventId: owner };
  if (sk.startsWith('dlv_')) return { kind: 'delivery', projectId, endpointId: owner, deliveryId: sk };
  return { kind: 'endpoint', projectId, endpointId: sk };
};

/** Whose turn a message takes on the queue: that of its receiver, or of its project. */
export const groupOf = (message: WebhookMessage): string =>
  message.kind === 'event' ? message.projectId : message.endpointId;
