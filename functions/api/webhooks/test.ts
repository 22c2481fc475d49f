import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { testWebhook } from '#lib/domain/webhooks/test-webhook.ts';
import { randomId } from '#lib/platform/ids.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveWebhookQueue } from '../../deps/queues.ts';
import { liveLimits } from '../../deps/settings.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = Parameters<typeof testWebhook>[0] & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.testWebhook }, async ({ caller, params, requestId }) =>
    testWebhook(deps, { ...caller, id: params.webhook_id, requestId }),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  table,
  send: liveWebhookQueue(),
  countTest: testCounter(table, liveLimits().webhookTestsPerMinute),
  now,
  newId: () => randomId('evt'),
});
