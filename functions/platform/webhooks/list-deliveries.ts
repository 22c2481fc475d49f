import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listDeliveries }, async ({ user, params, query }) => {
    const { tenant } = await requireTenant(deps.table, user, query);
    return listWebhookDeliveries(deps, { tenant, id: params.webhook_id }, query);
  });

export const handler = createHandler(liveSessionRoute());
