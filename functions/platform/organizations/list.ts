import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import * as contracts from '#lib/domain/organizations/contracts.ts';
import { listOrganizations } from '#lib/domain/organizations/list.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);

export const handler = consoleEndpoint(
  { admit, contract: contracts.listOrganizations },
  async ({ user, query }) => listOrganizations(table, user, query),
);
