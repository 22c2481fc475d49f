import * as contracts from '#lib/domain/auth/contracts.ts';
import { listSessions } from '#lib/domain/auth/list-sessions.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { type ConsoleAccess, sessionRoute } from '../../http/session.ts';

type Deps = { readonly access: ConsoleAccess; readonly table: Table; readonly now: () => Date };

export const createHandler = ({ access, ...deps }: Deps) => {
  return sessionRoute({ access, contract: contracts.listSessions }, async ({ session }) => {
    return listSessions(deps, session);
  });
};

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
