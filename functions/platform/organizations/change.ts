import * as contracts from '#lib/domain/organizations/contracts.ts';
import { changeOrganization } from '#lib/domain/organizations/rename.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionChangeRoute({ access, contract: contracts.changeOrganization }, async ({ user, params, body }) => {
    const organization = await requireOrganization(deps.table, user, params.organization_id);
    return changeOrganization(deps, organization, { user, body });
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
