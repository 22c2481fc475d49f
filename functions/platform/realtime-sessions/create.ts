import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { requireBaseUrl } from '#lib/domain/realtime/address.ts';
import { createSession } from '#lib/domain/realtime/create-session.ts';
import { viewNewSession } from '#lib/domain/realtime/session-view.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveCreateSession, type NewSessionDeps } from '../../deps/realtime.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, realtimeUrl, ...deps }: SessionRouteDeps<NewSessionDeps>) =>
  sessionCreateRoute(
    { access, contract: contracts.createSession },
    async ({ user, params, query, route, requestId, body, bodyFingerprint, idempotencyKey }) => {
      const baseUrl = requireBaseUrl(realtimeUrl);
      const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
      const newId = () => idFor('rts', { owner: caller.tenant, route, key: idempotencyKey });
      const input = { requestId, body, bodyFingerprint, keySecret: null };
      const { value, replayed } = await createSession({ ...deps, newId }, caller, input);
      return { value: viewNewSession(value, baseUrl), replayed };
    },
  );

const route = liveSessionRoute();
export const handler = createHandler({ ...route, ...liveCreateSession(route.table) });
