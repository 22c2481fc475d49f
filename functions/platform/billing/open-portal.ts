import * as contracts from '#lib/domain/billing/contracts.ts';
import { openPortal, type OpenPortalDeps } from '#lib/domain/billing/open-portal.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<Omit<OpenPortalDeps, 'consoleOrigin'>>;

export const createHandler = ({ access, ...rest }: Deps) => {
  const deps = { ...rest, consoleOrigin: access.origin };
  return sessionRoute({ access, contract: contracts.openPortal }, async ({ user, params }) =>
    openPortal(deps, await requireOrganization(rest.table, user, params.organization_id)),
  );
};

export const handler = createHandler({
  ...liveSessionRoute(),
  openPortal: (await livePaymentProvider())?.openPortal,
});
