import type { WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import type { WebhookWorld } from './webhook-world.ts';

/** A delivery that waits for its first try. */
export const aDeliveryOf = async (
  world: WebhookWorld,
): Promise<{ message: WebhookMessage; webhookId: string }> => {
  const { id } = await world.register();
  const event = await world.happen({ silently: true });
  await world.deliver(world.anEvent(event).message);
  const message = world.mail[0]?.message;
  if (!message) throw new Error('An event makes a delivery.');
  world.mail.splice(0);
  return { message, webhookId: id };
};
