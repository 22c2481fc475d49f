import { readConfig } from '#lib/config.ts';
import { consoleAdmission, consoleCreateEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';
import { idFor } from '#lib/http/idempotency-key.ts';
import { playgroundCaller } from '#lib/playground/caller.ts';
import * as contracts from '#lib/playground/contracts.ts';
import { createTranscription } from '#lib/transcriptions/create-transcription.ts';
import { deps, table } from '../../api/transcriptions/create.ts';

const config = readConfig(consoleVariables);
const admit = consoleAdmission(table, config);
const callerOf = playgroundCaller(table);

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.createTranscription },
  async ({ user, params, query, route, ...input }) => {
    const caller = await callerOf(user, params.project_id, query.mode);
    const newId = () => idFor('ofq', { owner: caller.tenant, route, key: input.idempotencyKey });
    const { id, status, replayed } = await createTranscription({ ...deps, newId }, caller, input);
    return { answer: { id, status }, replayed };
  },
);
