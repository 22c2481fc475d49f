import * as contracts from '#lib/domain/billing/contracts.ts';
import { getUsage } from '#lib/domain/billing/usage.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { quotasOf } from '#lib/platform/limits/quotas.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveLimits } from '../../deps/settings.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<{
  readonly table: Pick<Table, 'get' | 'query'>;
  readonly now: () => Date;
  readonly limits: Limits;
}>;

export const createHandler = ({ authenticate, limits, ...deps }: Deps) =>
  apiKeyRoute(
    { authenticate, contract: contracts.getUsageReport },
    async ({ caller, query: { format, ...range } }) => {
      const readQuotas = () => quotasOf(deps.table, caller, limits);
      const reading = { ...deps, testQuota: testQuotaOf(limits), readQuotas };
      return { usage: await getUsage(reading, caller.tenant, range), format };
    },
  );

export const handler = createHandler({ ...liveKeyRoute(), limits: liveLimits() });
