import { fanOut } from './fan-out.ts';
import type { WebhookMessage } from './messages.ts';
import { resumeEndpoint } from './resume.ts';
import { tryDelivery, type TryDeps } from './try-delivery.ts';

/** Does what a message of the webhook queue asks for; doing it twice does no harm. */
export const deliverWebhook = (deps: TryDeps, message: WebhookMessage): Promise<void> => {
  const { tenant } = message;
  switch (message.kind) {
    case 'event':
      return fanOut(deps, { tenant, id: message.eventId });
    case 'delivery':
      return tryDelivery(deps, { tenant, endpointId: message.endpointId, id: message.deliveryId });
    case 'endpoint':
      return resumeEndpoint(deps, { tenant, id: message.endpointId });
  }
};
