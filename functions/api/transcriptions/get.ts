import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { type GetDeps, getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveGetTranscription } from '../../deps/get-transcription.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<GetDeps>) =>
  apiKeyRoute(
    { authenticate, contract: contracts.getTranscription },
    async ({ caller, params, query, remainingMs }) =>
      getTranscription(deps, caller, { id: params.transcription_id, query, remainingMs }),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  ...liveGetTranscription(table),
});
