import { authenticator } from '#lib/auth/authenticate.ts';
import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import * as contracts from '#lib/files/contracts.ts';
import { getFile } from '#lib/files/get-file.ts';
import { findFile } from '#lib/files/store.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';
import { limitsVariable } from '#lib/limits/limits.ts';
import type { Tenant } from '#lib/tenant.ts';

const config = readConfig({ TABLE_NAME: text, LIMITS: limitsVariable });
const table = openTable(dynamodb(), config.TABLE_NAME);
const deps = {
  findFile: (tenant: Tenant, id: string) => findFile(table, { tenant, id }),
  now: () => new Date(),
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.getFile },
  async ({ caller, params }) => getFile(deps, caller, params.file_id),
);
