import * as contracts from '#lib/domain/organizations/contracts.ts';
import { changeProject } from '#lib/domain/organizations/rename.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionChangeRoute({ access, contract: contracts.changeProject }, async ({ user, params, body }) => {
    const project = await requireProject(deps.table, user, params.project_id);
    return changeProject(deps, project, { user, body });
  });

export const handler = createHandler(liveSessionRoute());
