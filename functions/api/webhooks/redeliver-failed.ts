import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { redeliverFailed, type RedeliverFailedDeps } from '#lib/domain/webhooks/redeliver-failed.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { apiKeyChangeRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<RedeliverFailedDeps>) =>
  apiKeyChangeRoute({ authenticate, contract: contracts.redeliverFailed }, async ({ caller, params, body }) =>
    redeliverFailed(deps, { ...caller, id: params.webhook_id }, body),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
});
