import * as contracts from '#lib/domain/auth/contracts.ts';
import { viewSession } from '#lib/domain/auth/get-session.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { type ConsoleAccess, sessionRoute } from '../../http/session.ts';

export const createHandler = ({ access }: { readonly access: ConsoleAccess }) =>
  sessionRoute({ access, contract: contracts.getSession }, async ({ session }) => viewSession(session));

export const handler = createHandler(liveSessionRoute());
