import { fanOut } from './fan-out.ts';
import type { WebhookMessage } from './messages.ts';
import { resumeWebhook } from './resume.ts';
import { tryDelivery, type TryDeps } from './try-delivery.ts';

/** Handles a message of the webhook queue. Idempotent. */
export const deliverWebhook = (deps: TryDeps, message: WebhookMessage): Promise<void> => {
  const { tenant } = message;
  switch (message.kind) {
    case 'event':
      return fanOut(deps, { tenant, id: message.eventId });
    case 'delivery':
      return tryDelivery(deps, { tenant, webhookId: message.webhookId, id: message.deliveryId });
    case 'webhook':
      return resumeWebhook(deps, { tenant, id: message.webhookId });
  }
};
