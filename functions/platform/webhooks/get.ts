import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { findWebhook } from '#lib/domain/webhooks/find-webhook.ts';
import { viewWebhook } from '#lib/domain/webhooks/views.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.getWebhook }, async ({ user, params, query }) => {
    const { tenant } = await requireTenant(deps.table, user, query);
    return viewWebhook(await findWebhook(deps.table, { tenant, id: params.webhook_id }), deps.now());
  });

export const handler = createHandler(liveSessionRoute());
