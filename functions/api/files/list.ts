import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import * as contracts from '#lib/domain/files/contracts.ts';
import { listFiles, type ListFilesDeps } from '#lib/domain/files/list-files.ts';
import * as store from '#lib/domain/files/store.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';

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
