import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { redeliverFailed } from '#lib/domain/webhooks/redeliver-failed.ts';
import type { RedeliverDeps } from '#lib/domain/webhooks/redeliver.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<RedeliverDeps>) =>
  sessionChangeRoute(
    { access, contract: contracts.redeliverFailed },
    async ({ user, params, query, body }) => {
      const owner = await requireTenant(deps.table, user, query);
      return redeliverFailed(deps, { ...owner, id: params.webhook_id }, body);
    },
  );

const route = liveSessionRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
});
