import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { testWebhook } from '#lib/domain/webhooks/test-webhook.ts';
import { randomId } from '#lib/platform/ids.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveRestarts } from '../../deps/webhook-restarts.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Parameters<typeof testWebhook>[0]>) =>
  sessionRoute({ access, contract: contracts.testWebhook }, async ({ user, params, query, requestId }) => {
    const owner = await requireTenant(deps.table, user, query);
    return testWebhook(deps, { ...owner, id: params.webhook_id, requestId });
  });

const route = liveSessionRoute();
export const handler = createHandler({
  ...route,
  ...liveRestarts(route.table),
  newId: () => randomId('evt'),
});
