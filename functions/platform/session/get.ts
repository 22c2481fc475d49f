import * as contracts from '#lib/domain/auth/contracts.ts';
import { viewSession } from '#lib/domain/auth/get-session.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { type ConsoleAccess, sessionRoute } from '../../http/session.ts';

export const createHandler = ({ access }: { readonly access: ConsoleAccess }) =>
  sessionRoute({ access, contract: contracts.getSession }, async ({ session }) => viewSession(session));

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table) });
