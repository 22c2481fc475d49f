import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.revokeKey }, async ({ user, params }) => {
    const { projectId, organizationId } = await requireProject(deps.table, user, params.project_id);
    return revokeKey(deps, { projectId, id: params.key_id }, { organizationId, actor: user });
  });

export const handler = createHandler(liveSessionRoute());
