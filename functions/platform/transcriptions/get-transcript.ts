import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { liveResults } from '../../deps/buckets.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Parameters<typeof getTranscript>[0]>) =>
  sessionRoute({ access, contract: contracts.getTranscript }, async ({ user, params, query }) => {
    const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
    return getTranscript(deps, caller, { id: params.transcription_id, query, isNamed: true });
  });

const route = liveSessionRoute();
export const handler = createHandler({
  ...route,
  store: dynamoJobs(route.table),
  results: liveResults(),
});
