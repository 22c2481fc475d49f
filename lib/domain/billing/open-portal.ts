import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { findCustomer, nothingSold } from './customer.ts';
import type { PortalView } from './views.ts';

export type OpenPortalDeps = {
  readonly table: Pick<Table, 'get'>;
  /** Opens the provider's page for this customer, unless the customer is gone. Undefined in a deployment without payment provider. */
  readonly openPortal: ((customerId: string, returnUrl: string) => Promise<string | undefined>) | undefined;
  /** The payment provider's page links back to this origin. */
  readonly consoleOrigin: string;
};

/** Opens the payment provider's page where an organization changes or ends its subscription. Throws `invalid_state` before its first checkout. */
export const openPortal = async (
  { table, openPortal: open, consoleOrigin }: OpenPortalDeps,
  { organizationId }: { readonly organizationId: string },
): Promise<PortalView> => {
  if (!open) throw nothingSold();
  const customerId = await findCustomer(table, organizationId);
  const back = `${consoleOrigin}/#/organizations/${organizationId}/billing`;
  const url = customerId === undefined ? undefined : await open(customerId, back);
  if (url === undefined)
    throw new AppError(
      'invalid_state',
      'The organization has not bought anything yet, so there is nothing to manage.',
    );
  return { url };
};
