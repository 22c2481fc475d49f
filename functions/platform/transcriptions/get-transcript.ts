import { readConfig } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { deps, table } from '../../api/transcriptions/get-transcript.ts';

const config = readConfig(consoleVariables);
const admit = sessionAuthenticator(table, config);
const callerOf = playgroundCaller(table);

export const handler = consoleEndpoint(
  { admit, contract: contracts.getTranscript },
  async ({ user, params, query }) =>
    getTranscript(deps, await callerOf(user, params.project_id, query.mode), {
      id: params.transcription_id,
      query,
    }),
);
