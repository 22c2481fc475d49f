import * as contracts from '#lib/domain/organizations/contracts.ts';
import { changeOrganization } from '#lib/domain/organizations/rename.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionChangeRoute({ access, contract: contracts.changeOrganization }, async ({ user, params, body }) => {
    const organization = await requireOrganization(deps.table, user, params.organization_id);
    return changeOrganization(deps, organization, { user, body });
  });

export const handler = createHandler(liveSessionRoute());
