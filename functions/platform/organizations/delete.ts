import { debtOf, readAccount } from '#lib/domain/billing/balance.ts';
import { expireCheckouts, type ExpireCheckoutsDeps } from '#lib/domain/billing/expire-checkouts.ts';
import { hasSubscription, type HasSubscriptionDeps } from '#lib/domain/billing/list-subscriptions.ts';
import { endTopUp } from '#lib/domain/billing/top-up.ts';
import * as contracts from '#lib/domain/organizations/contracts.ts';
import { deleteOrganization } from '#lib/domain/organizations/delete-organization.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<HasSubscriptionDeps & ExpireCheckoutsDeps>;

export const createHandler = ({ access, ...deps }: Deps) => {
  const sale = {
    expireCheckouts: (organizationId: string) => expireCheckouts(deps, organizationId),
    // In a deployment that sells nothing, a debt could not be paid.
    debtOf: async (organizationId: string) =>
      deps.subscriptionsOf ? debtOf(await readAccount(deps.table, organizationId)) : 0,
    isSubscribed: (organizationId: string) => hasSubscription(deps, organizationId),
    endTopUp,
  };
  return sessionRoute({ access, contract: contracts.deleteOrganization }, async ({ user, params }) => {
    const organization = await requireOrganization(deps.table, user, params.organization_id);
    return deleteOrganization({ ...deps, ...sale }, organization, user);
  });
};

const provider = await livePaymentProvider();
export const handler = createHandler({
  ...liveSessionRoute(),
  expireCheckoutsOf: provider?.expireCheckoutsOf,
  subscriptionsOf: provider?.subscriptionsOf,
});
