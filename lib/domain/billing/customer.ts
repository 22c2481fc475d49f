import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
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
  readonly table: Pick<Table, 'get' | 'putNew'>;
  /** Repetitions for one organization return one customer. */
  readonly createCustomer: (organizationId: string) => Promise<string>;
};

/** The organization's customer, created if need be. All that an organization buys belongs to one customer, so that one portal manages it. */
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

export const nothingSold = (): AppError =>
  new AppError('capability_unavailable', 'This deployment does not sell credit. Ask its operator.');
