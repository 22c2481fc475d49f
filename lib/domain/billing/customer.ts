import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { customerKey } from './keys.ts';

const Customer = z.object({ customerId: z.string() });

/** The organization's customer at the payment provider; undefined until its first checkout. */
export const findCustomer = async (
  table: Pick<Table, 'get'>,
  organizationId: string,
): Promise<string | undefined> => {
  const item = await table.get(customerKey(organizationId));
  return item && Customer.parse(item).customerId;
};

type Deps = {
  readonly table: Pick<Table, 'get' | 'putNew' | 'update'>;
  /**
   * Repeated calls for one organization return the same customer, or the replacement of a customer that no longer
   * exists (`gone`).
   */
  readonly createCustomer: (organizationId: string, gone?: string) => Promise<string>;
};

/**
 * The organization's customer. Created if there is none. All purchases of an organization belong to one customer, so
 * that one portal manages them.
 */
export const customerOf = async (
  { table, createCustomer }: Deps,
  organizationId: string,
): Promise<string> => {
  const known = await findCustomer(table, organizationId);
  if (known !== undefined) return known;
  const customerId = await createCustomer(organizationId);
  const outcome = await table.putNew({ ...customerKey(organizationId), customerId });
  return outcome.done ? customerId : Customer.parse(outcome.item).customerId;
};

/** Replaces a customer that the payment provider no longer knows. */
export const replaceCustomer = async (
  { table, createCustomer }: Deps,
  organizationId: string,
  gone: string,
): Promise<string> => {
  const customerId = await createCustomer(organizationId, gone);
  const outcome = await table.update({
    key: customerKey(organizationId),
    set: 'SET customerId = :created',
    where: 'customerId = :gone',
    values: { ':created': customerId, ':gone': gone },
  });
  // Another request has replaced the customer already.
  if (!outcome.done) return Customer.parse(outcome.item).customerId;
  log.info('payment.customer_replaced', { organization: organizationId, customer_id: customerId, gone });
  return customerId;
};

export const nothingSold = (): AppError =>
  new AppError('capability_unavailable', 'This deployment does not sell credit. Ask its operator.');
