import { readConfig } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { retryTranscription } from '#lib/domain/transcriptions/retry-transcription.ts';
import { deps, table } from '../../api/transcriptions/retry.ts';

const config = readConfig(consoleVariables);
const admit = sessionAuthenticator(table, config);
const callerOf = playgroundCaller(table);

export const handler = consoleEndpoint(
  { admit, contract: contracts.retryTranscription },
  async ({ user, params, query, requestId }) => {
    const caller = await callerOf(user, params.project_id, query.mode);
    const { value } = await retryTranscription(deps, caller, { id: params.transcription_id, requestId });
    return value;
  },
);
