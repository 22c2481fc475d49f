import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionRoute({ access, contract: contracts.revokeKey }, async ({ user, params }) => {
    const { projectId, organizationId } = await requireProject(deps.table, user, params.project_id);
    return revokeKey(deps, { projectId, id: params.key_id }, { organizationId, actor: user });
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
