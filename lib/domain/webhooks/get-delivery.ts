import type { Table } from '#lib/platform/aws/table.ts';
import type { DeliveryRef } from './delivery.ts';
import { findOwnDelivery } from './find-delivery.ts';
import { findWebhook } from './find-webhook.ts';
import { type DeliveryDetails, viewDeliveryDetails } from './views.ts';

/** A delivery with its requests and responses. Throws `not_found`. */
export const getDelivery = async (
  { table, now }: { readonly table: Pick<Table, 'get'>; readonly now: () => Date },
  ref: DeliveryRef,
): Promise<DeliveryDetails> => {
  const { url } = await findWebhook(table, { tenant: ref.tenant, id: ref.webhookId });
  return viewDeliveryDetails(await findOwnDelivery(table, ref, now()), url);
};
