import * as contracts from '#lib/domain/billing/contracts.ts';
import { getUsage, type UsageDeps } from '#lib/domain/billing/usage.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveLimits } from '../../deps/settings.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<UsageDeps>) =>
  apiKeyRoute(
    { authenticate, contract: contracts.getUsageReport },
    async ({ caller, query: { format, ...range } }) => ({
      usage: await getUsage(deps, caller, range),
      format,
    }),
  );

export const handler = createHandler({ ...liveKeyRoute(), limits: liveLimits() });
