import * as contracts from '#lib/domain/auth/contracts.ts';
import { listSessions } from '#lib/domain/auth/list-sessions.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listSessions }, async ({ session }) =>
    listSessions(deps, session),
  );

export const handler = createHandler(liveSessionRoute());
