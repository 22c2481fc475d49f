import * as contracts from '#lib/domain/billing/contracts.ts';
import { getUsage, type UsageDeps } from '#lib/domain/billing/usage.ts';
import { requireTenant } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<UsageDeps>) =>
  sessionRoute({ access, contract: contracts.getUsage }, async ({ user, params, query }) => {
    const { mode, format, ...range } = query;
    const owner = await requireTenant(deps.table, user, { ...params, mode });
    return { usage: await getUsage(deps, owner, range), format };
  });

export const handler = createHandler({ ...liveSessionRoute(), limits: liveLimits() });
