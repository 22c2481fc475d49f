import * as contracts from '#lib/domain/realtime/contracts.ts';
import { listSessions, type ListSessionsDeps } from '#lib/domain/realtime/list-sessions.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<ListSessionsDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.listSessions }, async ({ caller, query }) =>
    listSessions(deps, caller, query),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, sessions: dynamoSessions(route.table) });
