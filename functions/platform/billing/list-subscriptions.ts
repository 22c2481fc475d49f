import * as contracts from '#lib/domain/billing/contracts.ts';
import { listSubscriptions, type ListSubscriptionsDeps } from '#lib/domain/billing/list-subscriptions.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveProducts } from '../../deps/billing.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<ListSubscriptionsDeps>) =>
  sessionRoute({ access, contract: contracts.listSubscriptions }, async ({ user, params }) =>
    listSubscriptions(deps, await requireOrganization(deps.table, user, params.organization_id)),
  );

export const handler = createHandler({
  ...liveSessionRoute(),
  products: liveProducts(),
  subscriptionsOf: (await livePaymentProvider())?.subscriptionsOf,
});
