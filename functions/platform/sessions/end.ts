import * as contracts from '#lib/domain/auth/contracts.ts';
import { endOwnSession } from '#lib/domain/auth/list-sessions.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionRoute({ access, contract: contracts.endOwnSession }, async ({ user, params }) =>
    endOwnSession(deps, user, params.session_id),
  );

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
