import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { redeliver, type RedeliverDeps } from '#lib/domain/webhooks/redeliver.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<RedeliverDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.redeliver }, async ({ caller, params }) => {
    const { webhook_id: webhookId, delivery_id: id } = params;
    return redeliver(deps, { ...caller, webhookId, id });
  });

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
});
