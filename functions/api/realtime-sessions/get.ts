import * as contracts from '#lib/domain/realtime/contracts.ts';
import { getSession, type GetSessionDeps } from '#lib/domain/realtime/get-session.ts';
import { viewSession } from '#lib/domain/realtime/session-view.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveSessions } from '../../deps/realtime.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<GetSessionDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.getSession }, async ({ caller, params }) =>
    viewSession(await getSession(deps, caller, params.session_id)),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  sessions: liveSessions(table),
});
