import * as contracts from '#lib/domain/realtime/contracts.ts';
import { listSessions, type ListSessionsDeps } from '#lib/domain/realtime/list-sessions.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveSessions } from '../../deps/realtime.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<ListSessionsDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.listSessions }, async ({ caller, query }) =>
    listSessions(deps, caller, query),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  sessions: liveSessions(table),
  now,
});
