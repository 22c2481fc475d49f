import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const projectOf = requireProject(table);
const deps = { table, now: () => new Date() };

export const handler = consoleEndpoint({ admit, contract: contracts.revokeKey }, async ({ user, params }) => {
  const { projectId } = await projectOf(user, params.project_id);
  return revokeKey(deps, { projectId, id: params.key_id });
});
