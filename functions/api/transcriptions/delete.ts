import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { type DeleteDeps, deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveDeleteTranscription } from '../../deps/delete-transcription.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<DeleteDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteTranscription }, async ({ caller, params }) =>
    deleteTranscription(deps, caller, params.transcription_id),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveDeleteTranscription(route.table) });
