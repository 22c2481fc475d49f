import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';
import * as contracts from '#lib/organizations/contracts.ts';
import { listProjects } from '#lib/organizations/list.ts';
import { requireOrganization } from '#lib/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission(table, config);
const organizationOf = requireOrganization(table);

export const handler = consoleEndpoint(
  { admit, contract: contracts.listProjects },
  async ({ user, params, query }) =>
    listProjects(table, await organizationOf(user, params.organization_id), query),
);
