import { changeLimits, type ChangeLimitsDeps } from '#lib/domain/billing/change-limits.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<ChangeLimitsDeps>) =>
  sessionChangeRoute({ access, contract: contracts.changeBilling }, async ({ user, params, body }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    return changeLimits(deps, organizationId, { body, actor: user });
  });

export const handler = createHandler(liveSessionRoute());
