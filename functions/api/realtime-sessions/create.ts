import { requireBaseUrl } from '#lib/domain/realtime/address.ts';
import * as contracts from '#lib/domain/realtime/contracts.ts';
import { createSession } from '#lib/domain/realtime/create-session.ts';
import { viewNewSession } from '#lib/domain/realtime/session-view.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveCreateSession, type NewSessionDeps } from '../../deps/realtime.ts';
import { apiKeyCreateRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, realtimeUrl, ...deps }: KeyRouteDeps<NewSessionDeps>) =>
  apiKeyCreateRoute(
    { authenticate, contract: contracts.createSession },
    async ({ caller, route, idempotencyKey, body, bodyFingerprint, requestId, keySecret }) => {
      const baseUrl = requireBaseUrl(realtimeUrl);
      const newId = () => idFor('rts', { owner: caller.tenant, route, key: idempotencyKey });
      const input = { body, bodyFingerprint, requestId, keySecret };
      const { value, replayed } = await createSession({ ...deps, newId }, caller, input);
      return { value: viewNewSession(value, baseUrl), replayed };
    },
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveCreateSession(route.table) });
