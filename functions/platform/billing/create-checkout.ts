import * as contracts from '#lib/domain/billing/contracts.ts';
import { createCheckout, type CreateCheckoutDeps } from '#lib/domain/billing/create-checkout.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveProducts } from '../../deps/billing.ts';
import { liveConsole } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { liveTable } from '../../deps/table.ts';
import { type ConsoleAccess, sessionCreateRoute } from '../../http/session.ts';

type Deps = Omit<CreateCheckoutDeps, 'consoleOrigin'> & {
  readonly access: ConsoleAccess;
  readonly table: Table;
};

export const createHandler = ({ access, table, ...sale }: Deps) => {
  const organizationOf = requireOrganization(table);
  const deps = { ...sale, consoleOrigin: access.origin };
  return sessionCreateRoute(
    { access, contract: contracts.createCheckout },
    async ({ user, params, route, body, idempotencyKey }) =>
      createCheckout(deps, await organizationOf(user, params.organization_id), {
        route,
        body,
        idempotencyKey,
      }),
  );
};

const table = liveTable();
export const handler = createHandler({
  access: liveConsole(table),
  table,
  products: liveProducts(),
  openCheckout: (await livePaymentProvider())?.openCheckout,
});
