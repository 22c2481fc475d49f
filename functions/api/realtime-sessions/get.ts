import * as contracts from '#lib/domain/realtime/contracts.ts';
import { getSession, type GetSessionDeps } from '#lib/domain/realtime/get-session.ts';
import { viewSession } from '#lib/domain/realtime/session-view.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<GetSessionDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.getSession }, async ({ caller, params }) =>
    viewSession(await getSession(deps, caller, params.session_id)),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, sessions: dynamoSessions(route.table) });
