import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/realtime/contracts.ts';
import { deleteSession, type DeleteSessionDeps } from '#lib/domain/realtime/delete-session.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveDeleteSession } from '../../deps/realtime.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = DeleteSessionDeps & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteSession }, async ({ caller, params }) =>
    deleteSession(deps, caller, params.session_id),
  );

const table = liveTable();
export const handler = createHandler({ authenticate: liveAuthenticate(table), ...liveDeleteSession(table) });
