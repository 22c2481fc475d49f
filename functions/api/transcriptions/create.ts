import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { type CreateDeps, createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveCreateTranscription } from '../../deps/create-transcription.ts';
import { apiKeyCreateRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Omit<CreateDeps, 'newId'>>) =>
  apiKeyCreateRoute(
    { authenticate, contract: contracts.createTranscription },
    async ({ caller, route, requestId, body, bodyFingerprint, idempotencyKey }) => {
      const newId = () => idFor('ofq', { owner: caller.tenant, route, key: idempotencyKey });
      return createTranscription({ ...deps, newId }, caller, { requestId, body, bodyFingerprint });
    },
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveCreateTranscription(route.table) });
