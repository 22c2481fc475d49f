import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { refOf } from '#lib/domain/transcriptions/find-transcription.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { listTranscriptionDeliveries } from '#lib/domain/webhooks/list-transcription-deliveries.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<Parameters<typeof listTranscriptionDeliveries>[0]>;

export const createHandler = ({ access, ...deps }: Deps) =>
  sessionRoute(
    { access, contract: contracts.listTranscriptionDeliveries },
    async ({ user, params, query }) => {
      const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
      return listTranscriptionDeliveries(deps, refOf(caller, params.transcription_id));
    },
  );

const route = liveSessionRoute();
export const handler = createHandler({ ...route, store: dynamoJobs(route.table) });
