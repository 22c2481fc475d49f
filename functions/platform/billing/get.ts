import * as contracts from '#lib/domain/billing/contracts.ts';
import { getBilling, type GetBillingDeps } from '#lib/domain/billing/get-billing.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveProducts } from '../../deps/billing.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePrepaid } from '../../deps/settings.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<GetBillingDeps>) =>
  sessionRoute({ access, contract: contracts.getBilling }, async ({ user, params, query }) =>
    getBilling(deps, await requireOrganization(deps.table, user, params.organization_id), query),
  );

export const handler = createHandler({
  ...liveSessionRoute(),
  products: liveProducts(),
  prepaid: livePrepaid(),
});
