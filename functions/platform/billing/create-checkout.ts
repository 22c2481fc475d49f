import * as contracts from '#lib/domain/billing/contracts.ts';
import { createCheckout, type CreateCheckoutDeps } from '#lib/domain/billing/create-checkout.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveProducts } from '../../deps/billing.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<Omit<CreateCheckoutDeps, 'consoleOrigin'>>;

export const createHandler = ({ access, ...sale }: Deps) => {
  const deps = { ...sale, consoleOrigin: access.origin };
  return sessionCreateRoute(
    { access, contract: contracts.createCheckout },
    async ({ user, params, route, body, idempotencyKey }) =>
      createCheckout(deps, await requireOrganization(sale.table, user, params.organization_id), {
        route,
        body,
        idempotencyKey,
      }),
  );
};

const provider = await livePaymentProvider();
export const handler = createHandler({
  ...liveSessionRoute(),
  products: liveProducts(),
  openCheckout: provider?.openCheckout,
  createCustomer: provider?.createCustomer,
});
