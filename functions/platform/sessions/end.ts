import * as contracts from '#lib/domain/auth/contracts.ts';
import { endOwnSession } from '#lib/domain/auth/list-sessions.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.endOwnSession }, async ({ user, params }) =>
    endOwnSession(deps, user, params.session_id),
  );

export const handler = createHandler(liveSessionRoute());
