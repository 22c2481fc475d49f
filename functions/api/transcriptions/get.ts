import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { type GetDeps, getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveGetTranscription } from '../../deps/get-transcription.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<GetDeps>) =>
  apiKeyRoute(
    { authenticate, contract: contracts.getTranscription },
    async ({ caller, params, query, remainingMs }) =>
      getTranscription(deps, caller, { id: params.transcription_id, query, remainingMs }),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveGetTranscription(route.table) });
