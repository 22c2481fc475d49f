import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { listKeys } from '#lib/domain/api-keys/list-keys.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, table }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listKeys }, async ({ user, params, query }) =>
    listKeys(table, await requireProject(table, user, params.project_id), query),
  );

export const handler = createHandler(liveSessionRoute());
