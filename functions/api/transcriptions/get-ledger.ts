import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { refOf } from '#lib/domain/transcriptions/find-transcription.ts';
import { getJobLedger } from '#lib/domain/transcriptions/job-ledger.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof getJobLedger>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.getJobLedger }, async ({ caller, params }) =>
    getJobLedger(deps, refOf(caller, params.transcription_id)),
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, store: dynamoJobs(route.table) });
