import type { Table } from '#lib/platform/aws/table.ts';
import { findCustomer } from './customer.ts';

export type ExpireCheckoutsDeps = {
  readonly table: Pick<Table, 'get'>;
  /** Closes the pages of a customer that are still to be paid. Undefined in a deployment without payment provider. */
  readonly expireCheckoutsOf: ((customerId: string) => Promise<void>) | undefined;
};

/** Closes the checkout pages of an organization that are still to be paid. Throws `invalid_state` while one is being paid. */
export const expireCheckouts = async (
  { table, expireCheckoutsOf }: ExpireCheckoutsDeps,
  organizationId: string,
): Promise<void> => {
  const customerId = expireCheckoutsOf && (await findCustomer(table, organizationId));
  if (customerId !== undefined) await expireCheckoutsOf?.(customerId);
};
