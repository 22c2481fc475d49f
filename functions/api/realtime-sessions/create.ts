import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/realtime/contracts.ts';
import { createSession, type CreateSessionDeps } from '#lib/domain/realtime/create-session.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveCreateSession } from '../../deps/realtime.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyCreateRoute } from '../../http/api-key.ts';

type Deps = Omit<CreateSessionDeps, 'newId'> & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyCreateRoute(
    { authenticate, contract: contracts.createSession },
    async ({ caller, route, body, bodyFingerprint, requestId, idempotencyKey }) => {
      const newId = () => idFor('rts', { owner: caller.tenant, route, key: idempotencyKey });
      return createSession({ ...deps, newId }, caller, { body, bodyFingerprint, requestId });
    },
  );

const table = liveTable();
export const handler = createHandler({ authenticate: liveAuthenticate(table), ...liveCreateSession(table) });
