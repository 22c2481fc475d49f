import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { refOf } from '#lib/domain/transcriptions/find-transcription.ts';
import { getJobLedger } from '#lib/domain/transcriptions/job-ledger.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Parameters<typeof getJobLedger>[0]>) =>
  sessionRoute({ access, contract: contracts.getJobLedger }, async ({ user, params, query }) => {
    const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
    return getJobLedger(deps, refOf(caller, params.transcription_id));
  });

const route = liveSessionRoute();
export const handler = createHandler({ ...route, store: dynamoJobs(route.table) });
