import { changeTopUp, type ChangeTopUpDeps } from '#lib/domain/billing/change-top-up.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveProducts } from '../../deps/billing.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<ChangeTopUpDeps>) =>
  sessionChangeRoute({ access, contract: contracts.changeAutoTopUp }, async ({ user, params, body }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    return changeTopUp(deps, organizationId, { body, actor: user });
  });

export const handler = createHandler({
  ...liveSessionRoute(),
  products: liveProducts(),
  cardOf: (await livePaymentProvider())?.cardOf,
});
