import type { Table } from '#lib/platform/aws/table.ts';
import { dueOf, removeFromDueIndex } from '#lib/platform/due-index/due-index.ts';
import { addDelivery } from './delivery-repository.ts';
import { newDelivery } from './delivery.ts';
import { isSubscribed } from './webhook.ts';
import { readWebhooks } from './webhook-repository.ts';
import { eventKey, type EventRef, WebhookEvent } from './event.ts';
import { logOrigin, type SendWebhook, sendBestEffort } from './messages.ts';

export type DeliveryDeps = {
  readonly table: Table;
  readonly send: SendWebhook;
  readonly now: () => Date;
};

/** Creates the deliveries of an event, one for each subscribed webhook. Idempotent. */
export const fanOut = async (deps: DeliveryDeps, ref: EventRef): Promise<void> => {
  const { table, send, now } = deps;
  const item = await table.get(eventKey(ref));
  const due = item && dueOf(item);
  if (!due) return;
  const event = WebhookEvent.parse(item);
  logOrigin(event);
  const webhooks = (await readWebhooks(table, ref.tenant)).filter((one) => isSubscribed(one, event));
  await Promise.all(
    webhooks.map(async (webhook) => {
      const delivery = newDelivery(event, webhook);
      await addDelivery(table, delivery, now());
      const { tenant, webhookId, id } = delivery;
      await sendBestEffort(send, { kind: 'delivery', tenant, webhookId, deliveryId: id });
    }),
  );
  await removeFromDueIndex(table, due);
};
