import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/realtime/contracts.ts';
import { listSessions, type ListSessionsDeps } from '#lib/domain/realtime/list-sessions.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveSessions } from '../../deps/realtime.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = ListSessionsDeps & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.listSessions }, async ({ caller, query }) =>
    listSessions(deps, caller, query),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  sessions: liveSessions(table),
  now,
});
