import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { type RetryDeps, retryTranscription } from '#lib/domain/transcriptions/retry-transcription.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveRetryTranscription } from '../../deps/retry-transcription.ts';
import { sessionBodilessCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<RetryDeps>) =>
  sessionBodilessCreateRoute(
    { access, contract: contracts.retryTranscription },
    async ({ user, params, query, requestId }) => {
      const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
      const input = { id: params.transcription_id, requestId };
      return retryTranscription(deps, caller, input);
    },
  );

const route = liveSessionRoute();
export const handler = createHandler({ ...route, ...liveRetryTranscription(route.table) });
