import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';
import * as contracts from '#lib/organizations/contracts.ts';
import { listOrganizations } from '#lib/organizations/list.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission(table, config);

export const handler = consoleEndpoint(
  { admit, contract: contracts.listOrganizations },
  async ({ user, query }) => listOrganizations(table, user, query),
);
