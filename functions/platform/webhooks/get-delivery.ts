import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { getDelivery } from '#lib/domain/webhooks/get-delivery.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.getDelivery }, async ({ user, params, query }) => {
    const { tenant } = await requireTenant(deps.table, user, query);
    return getDelivery(deps, { tenant, webhookId: params.webhook_id, id: params.delivery_id });
  });

export const handler = createHandler(liveSessionRoute());
