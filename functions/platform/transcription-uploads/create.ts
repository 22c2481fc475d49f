import { readConfig } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleCreateEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { createUpload } from '#lib/domain/uploads/create-upload.ts';
import { deps, table } from '../../api/transcription-uploads/create.ts';

const config = readConfig(consoleVariables);
const admit = sessionAuthenticator(table, config);
const callerOf = playgroundCaller(table);

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.createUpload },
  async ({ user, params, query, route, ...input }) => {
    const caller = await callerOf(user, params.project_id, query.mode);
    const newId = () => idFor('upl', { owner: caller.tenant, route, key: input.idempotencyKey });
    return createUpload({ ...deps, newId }, caller, input);
  },
);
