import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { redeliver, type RedeliverDeps } from '#lib/domain/webhooks/redeliver.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<RedeliverDeps>) =>
  sessionRoute({ access, contract: contracts.redeliver }, async ({ user, params, query }) => {
    const owner = await requireTenant(deps.table, user, query);
    const { webhook_id: webhookId, delivery_id: id } = params;
    return redeliver(deps, { ...owner, webhookId, id });
  });

const route = liveSessionRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
});
