import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { redeliverFailed, type RedeliverFailedDeps } from '#lib/domain/webhooks/redeliver-failed.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveWebhookQueue } from '../../deps/queues.ts';
import { liveLimits } from '../../deps/settings.ts';
import { apiKeyChangeRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<RedeliverFailedDeps>) =>
  apiKeyChangeRoute({ authenticate, contract: contracts.redeliverFailed }, async ({ caller, params, body }) =>
    redeliverFailed(deps, { ...caller, id: params.webhook_id }, body),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  send: liveWebhookQueue(),
  countTest: testCounter(route.table, liveLimits().webhookTestsPerMinute),
});
