import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import * as contracts from '#lib/domain/organizations/contracts.ts';
import { listProjects } from '#lib/domain/organizations/list.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const organizationOf = requireOrganization(table);

export const handler = consoleEndpoint(
  { admit, contract: contracts.listProjects },
  async ({ user, params, query }) =>
    listProjects(table, await organizationOf(user, params.organization_id), query),
);
