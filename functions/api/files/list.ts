import { authenticator } from '#lib/auth/authenticate.ts';
import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import * as contracts from '#lib/files/contracts.ts';
import { listFiles, type ListFilesDeps } from '#lib/files/list-files.ts';
import * as store from '#lib/files/store.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';
import { limitsVariable } from '#lib/limits/limits.ts';

const config = readConfig({ TABLE_NAME: text, LIMITS: limitsVariable });
const table = openTable(dynamodb(), config.TABLE_NAME);
const deps: ListFilesDeps = {
  listFiles: (tenant, page) => store.listFiles(table, tenant, page),
  now: () => new Date(),
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.listFiles },
  async ({ caller, query }) => listFiles(deps, caller, query),
);
