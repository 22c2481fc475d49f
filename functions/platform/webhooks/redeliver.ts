import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { redeliver } from '#lib/domain/webhooks/redeliver.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveWebhookQueue } from '../../deps/queues.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Parameters<typeof redeliver>[0]>) =>
  sessionRoute({ access, contract: contracts.redeliver }, async ({ user, params, query }) => {
    const owner = await requireTenant(deps.table, user, query);
    const { webhook_id: webhookId, delivery_id: id } = params;
    return redeliver(deps, { ...owner, webhookId, id });
  });

const route = liveSessionRoute();
export const handler = createHandler({
  ...route,
  send: liveWebhookQueue(),
  countTest: testCounter(route.table, liveLimits().webhookTestsPerMinute),
});
