import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { listJobs, type ListJobsDeps } from '#lib/domain/playground/list-jobs.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveResults } from '../../deps/buckets.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<ListJobsDeps>) =>
  sessionRoute({ access, contract: contracts.listTranscriptions }, async ({ user, params, query }) => {
    const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
    return listJobs(deps, caller, query);
  });

const route = liveSessionRoute();
export const handler = createHandler({
  ...route,
  store: dynamoJobs(route.table),
  results: liveResults(),
});
