import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { type GetDeps, getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveGetTranscription } from '../../deps/get-transcription.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<GetDeps>) =>
  sessionRoute(
    { access, contract: contracts.getTranscription },
    async ({ user, params, query, remainingMs }) => {
      const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
      return getTranscription(deps, caller, { id: params.transcription_id, query, remainingMs });
    },
  );

const route = liveSessionRoute();
export const handler = createHandler({ ...route, ...liveGetTranscription(route.table) });
