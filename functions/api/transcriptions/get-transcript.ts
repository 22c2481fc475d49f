import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveResults } from '../../deps/buckets.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof getTranscript>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.getTranscript }, async ({ caller, params, query }) =>
    getTranscript(deps, caller, { id: params.transcription_id, query }),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  store: dynamoJobs(route.table),
  results: liveResults(),
});
