import { readConfig } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { deps, table } from '../../api/transcriptions/delete.ts';

const config = readConfig(consoleVariables);
const admit = sessionAuthenticator(table, config);
const callerOf = playgroundCaller(table);

export const handler = consoleEndpoint(
  { admit, contract: contracts.deleteTranscription },
  async ({ user, params, query }) =>
    deleteTranscription(deps, await callerOf(user, params.project_id, query.mode), params.transcription_id),
);
