import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { listTranscriptions } from '#lib/domain/transcriptions/list-transcriptions.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<Parameters<typeof listTranscriptions>[0]>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.listTranscriptions }, async ({ caller, query }) =>
    listTranscriptions(deps, caller, query),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, store: dynamoJobs(route.table) });
