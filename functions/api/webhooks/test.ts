import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { testWebhook } from '#lib/domain/webhooks/test-webhook.ts';
import { randomId } from '#lib/platform/ids.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof testWebhook>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.testWebhook }, async ({ caller, params, requestId }) =>
    testWebhook(deps, { ...caller, id: params.webhook_id, requestId }),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
  newId: () => randomId('evt'),
});
