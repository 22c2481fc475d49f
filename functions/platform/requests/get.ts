import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/requests/contracts.ts';
import { getRequest } from '#lib/domain/requests/get-request.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.getProjectRequest }, async ({ user, params, query }) => {
    const { tenant } = await requireTenant(deps.table, user, { ...query, ...params });
    return getRequest(deps, { tenant, id: params.request_id });
  });

export const handler = createHandler(liveSessionRoute());
