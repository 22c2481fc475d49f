import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { findDelivery } from './delivery-repository.ts';
import type { Delivery, DeliveryRef } from './delivery.ts';

/** The webhook's delivery with this id, of the last 30 days. Throws `not_found`. */
export const findOwnDelivery = async (
  table: Pick<Table, 'get'>,
  ref: DeliveryRef,
  now: Date,
): Promise<Delivery> => {
  const found = isId('dlv', ref.id) ? await findDelivery(table, ref, now) : undefined;
  if (!found) throw new AppError('not_found', 'There is no delivery with this id for this webhook.');
  return found;
};
