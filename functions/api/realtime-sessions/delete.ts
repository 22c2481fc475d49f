import * as contracts from '#lib/domain/realtime/contracts.ts';
import { deleteSession, type DeleteSessionDeps } from '#lib/domain/realtime/delete-session.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveDeleteSession } from '../../deps/realtime.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<DeleteSessionDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteSession }, async ({ caller, params }) =>
    deleteSession(deps, caller, params.session_id),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveDeleteSession(route.table) });
