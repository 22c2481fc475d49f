import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { type RetryDeps, retryTranscription } from '#lib/domain/transcriptions/retry-transcription.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveRetryTranscription } from '../../deps/retry-transcription.ts';
import { apiKeyBodilessCreateRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<RetryDeps>) =>
  apiKeyBodilessCreateRoute(
    { authenticate, contract: contracts.retryTranscription },
    async ({ caller, params, requestId }) => {
      const input = { id: params.transcription_id, requestId };
      return retryTranscription(deps, caller, input);
    },
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveRetryTranscription(route.table) });
