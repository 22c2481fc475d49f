import type { Table } from '#lib/platform/aws/table.ts';
import type { CountTest } from './count-test.ts';
import { restartDelivery } from './delivery-repository.ts';
import type { DeliveryRef } from './delivery.ts';
import { findOwnDelivery } from './find-delivery.ts';
import { firstSweepMs } from './schedule.ts';
import { disabledWebhook, findWebhook } from './find-webhook.ts';
import { type SendWebhook, sendBestEffort } from './messages.ts';
import type { SentView } from './views.ts';
import { later } from '#lib/platform/durations.ts';

/** Dependencies of restarting deliveries. */
export type RedeliverDeps = {
  readonly table: Pick<Table, 'get' | 'update'>;
  readonly send: SendWebhook;
  readonly countTest: CountTest;
  readonly now: () => Date;
};

type OwnedDelivery = DeliveryRef & { readonly organizationId: string | null };

/** Restarts a delivery of the last 30 days in any state. One with a try in progress continues. */
export const redeliver = async (
  deps: RedeliverDeps,
  { organizationId, ...ref }: OwnedDelivery,
): Promise<SentView> => {
  const { tenant, webhookId, id } = ref;
  const { status } = await findWebhook(deps.table, { tenant, id: webhookId });
  const now = deps.now();
  const found = await findOwnDelivery(deps.table, ref, now);
  if (status === 'disabled') throw disabledWebhook();
  await deps.countTest({ tenant, organizationId });
  const dueAt = later(now, firstSweepMs);
  if (await restartDelivery(deps.table, ref, { now, dueAt }))
    await sendBestEffort(deps.send, { kind: 'delivery', tenant, webhookId, deliveryId: id });
  return { event_id: found.eventId, delivery_id: id };
};
