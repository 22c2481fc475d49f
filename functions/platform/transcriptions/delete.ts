import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { type DeleteDeps, deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveDeleteTranscription } from '../../deps/delete-transcription.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<DeleteDeps>) =>
  sessionRoute({ access, contract: contracts.deleteTranscription }, async ({ user, params, query }) => {
    const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
    return deleteTranscription(deps, caller, params.transcription_id);
  });

const route = liveSessionRoute();
export const handler = createHandler({ ...route, ...liveDeleteTranscription(route.table) });
