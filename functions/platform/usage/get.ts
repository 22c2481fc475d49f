import * as contracts from '#lib/domain/billing/contracts.ts';
import { getUsage } from '#lib/domain/billing/usage.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { quotasOf } from '#lib/platform/limits/quotas.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, limits, ...deps }: SessionRouteDeps<{ readonly limits: Limits }>) => {
  const testQuota = testQuotaOf(limits);
  return sessionRoute({ access, contract: contracts.getUsage }, async ({ user, params, query }) => {
    const { mode, format, ...range } = query;
    const owner = await requireTenant(deps.table, user, { ...params, mode });
    const readQuotas = () => quotasOf(deps.table, owner, limits);
    return { usage: await getUsage({ ...deps, testQuota, readQuotas }, owner.tenant, range), format };
  });
};

export const handler = createHandler({ ...liveSessionRoute(), limits: liveLimits() });
