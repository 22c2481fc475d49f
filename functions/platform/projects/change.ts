import * as contracts from '#lib/domain/organizations/contracts.ts';
import { changeProject } from '#lib/domain/organizations/rename.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionChangeRoute({ access, contract: contracts.changeProject }, async ({ user, params, body }) => {
    const project = await requireProject(deps.table, user, params.project_id);
    return changeProject(deps, project, { user, body });
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
