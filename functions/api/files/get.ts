import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import * as contracts from '#lib/domain/files/contracts.ts';
import { getFile } from '#lib/domain/files/get-file.ts';
import { findFile } from '#lib/domain/files/store.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

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
