import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import { getUsage } from '#lib/domain/billing/usage.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { quotasOf } from '#lib/platform/limits/quotas.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';

const config = readConfig({ TABLE_NAME: text, LIMITS: limitsVariable, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const tenantFor = requireTenant(table);
const deps = { table, testQuota: testQuotaOf(config.LIMITS), now: () => new Date() };

export const handler = consoleEndpoint(
  { admit, contract: contracts.getUsage },
  async ({ user, params, query }) => {
    const { mode, ...range } = query;
    const owner = await tenantFor(user, params.project_id, mode);
    const readQuotas = () => quotasOf(table, owner, config.LIMITS);
    return getUsage({ ...deps, readQuotas }, owner.tenant, range);
  },
);
