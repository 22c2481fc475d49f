import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { createKey } from '#lib/domain/api-keys/create-key.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleCreateEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const projectOf = requireProject(table);
const now = () => new Date();

export const handler = consoleCreateEndpoint(
  { admit, contract: contracts.createKey },
  async ({ user, params, route, ...input }) => {
    const project = await projectOf(user, params.project_id);
    const newId = () => idFor('key', { owner: project.projectId, route, key: input.idempotencyKey });
    return createKey({ table, now, newId }, project, { user, ...input });
  },
);
