import * as contracts from '#lib/domain/billing/contracts.ts';
import { getUsage } from '#lib/domain/billing/usage.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { quotasOf } from '#lib/platform/limits/quotas.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveLimits } from '../../deps/settings.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<{ readonly now: () => Date; readonly limits: Limits }>;

export const createHandler = ({ access, limits, ...deps }: Deps) => {
  const testQuota = testQuotaOf(limits);
  return sessionRoute({ access, contract: contracts.getUsage }, async ({ user, params, query }) => {
    const { mode, format, ...range } = query;
    const owner = await requireTenant(deps.table, user, { ...params, mode });
    const readQuotas = () => quotasOf(deps.table, owner, limits);
    return { usage: await getUsage({ ...deps, testQuota, readQuotas }, owner.tenant, range), format };
  });
};

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now, limits: liveLimits() });
