import type { Delivery } from '../api/types.ts';

export const deliveryStatuses = [
  'delivered',
  'failed',
  'pending',
  'held',
] as const satisfies Delivery['status'][];

/** Which deliveries are listed, from which position on, and which one is open. It is part of the address of the page. */
export type DeliveryPlace = {
  readonly status: Delivery['status'] | undefined;
  readonly cursor: string | undefined;
  readonly delivery: string | undefined;
};

/** Parses the part of an address after the question mark. Ignores a status that does not exist. */
export const deliveryPlaceOf = (query: string): DeliveryPlace => {
  const parameters = new URLSearchParams(query);
  return {
    status: deliveryStatuses.find((status) => status === parameters.get('status')),
    cursor: parameters.get('cursor') ?? undefined,
    delivery: parameters.get('delivery') ?? undefined,
  };
};
