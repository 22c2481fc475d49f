import { refOf } from '#lib/domain/transcriptions/find-transcription.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { listTranscriptionDeliveries } from '#lib/domain/webhooks/list-transcription-deliveries.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<Parameters<typeof listTranscriptionDeliveries>[0]>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.listTranscriptionDeliveries }, async ({ caller, params }) =>
    listTranscriptionDeliveries(deps, refOf(caller, params.transcription_id)),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, store: dynamoJobs(route.table) });
