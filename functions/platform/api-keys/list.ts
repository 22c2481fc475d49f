import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { listKeys } from '#lib/domain/api-keys/list-keys.ts';
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

export const handler = consoleEndpoint(
  { admit, contract: contracts.listKeys },
  async ({ user, params, query }) => listKeys(table, await projectOf(user, params.project_id), query),
);
