import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { redeliverFailed } from '#lib/domain/webhooks/redeliver-failed.ts';
import type { RedeliverDeps } from '#lib/domain/webhooks/redeliver.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { apiKeyChangeRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<RedeliverDeps>) =>
  apiKeyChangeRoute({ authenticate, contract: contracts.redeliverFailed }, async ({ caller, params, body }) =>
    redeliverFailed(deps, { ...caller, id: params.webhook_id }, body),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
});
