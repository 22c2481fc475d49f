import * as contracts from '#lib/api-keys/contracts.ts';
import { revokeKey } from '#lib/api-keys/revoke-key.ts';
import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';
import { requireProject } from '#lib/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission(table, config);
const projectOf = requireProject(table);
const deps = { table, now: () => new Date() };

export const handler = consoleEndpoint({ admit, contract: contracts.revokeKey }, async ({ user, params }) => {
  const { projectId } = await projectOf(user, params.project_id);
  return revokeKey(deps, { projectId, id: params.key_id });
});
