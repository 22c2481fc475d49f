import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { type CreateDeps, createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveCreateTranscription } from '../../deps/create-transcription.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Omit<CreateDeps, 'newId'>>) =>
  sessionCreateRoute(
    { access, contract: contracts.createTranscription },
    async ({ user, params, query, route, requestId, body, bodyFingerprint, idempotencyKey }) => {
      const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
      const newId = () => idFor('ofq', { owner: caller.tenant, route, key: idempotencyKey });
      return createTranscription({ ...deps, newId }, caller, { requestId, body, bodyFingerprint });
    },
  );

const route = liveSessionRoute();
export const handler = createHandler({ ...route, ...liveCreateTranscription(route.table) });
