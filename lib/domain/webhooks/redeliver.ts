import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import type { CountTest } from './count-test.ts';
import { findDelivery, restartDelivery } from './delivery-repository.ts';
import type { DeliveryRef } from './delivery.ts';
import { firstSweepMs } from './schedule.ts';
import { disabledWebhook, findWebhook } from './find-webhook.ts';
import { type SendWebhook, sendBestEffort } from './messages.ts';
import type { SentView } from './views.ts';
import { later } from '#lib/platform/durations.ts';

type Deps = {
  readonly table: Pick<Table, 'get' | 'update'>;
  readonly send: SendWebhook;
  readonly countTest: CountTest;
  readonly now: () => Date;
};

type OwnedDelivery = DeliveryRef & { readonly organizationId: string | null };

/** Restarts a delivery of the last 30 days in any state. One with a try in progress continues. */
export const redeliver = async (deps: Deps, { organizationId, ...ref }: OwnedDelivery): Promise<SentView> => {
  const { tenant, webhookId, id } = ref;
  const { status } = await findWebhook(deps.table, { tenant, id: webhookId });
  const now = deps.now();
  const found = isId('dlv', id) && (await findDelivery(deps.table, ref, now));
  if (!found) throw new AppError('not_found', 'There is no delivery with this id for this webhook.');
  if (status === 'disabled') throw disabledWebhook();
  await deps.countTest({ tenant, organizationId });
  const dueAt = later(now, firstSweepMs);
  if (await restartDelivery(deps.table, ref, { now, dueAt }))
    await sendBestEffort(deps.send, { kind: 'delivery', tenant, webhookId, deliveryId: id });
  return { event_id: found.eventId };
};
