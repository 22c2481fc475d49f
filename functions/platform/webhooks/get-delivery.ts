import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { getDelivery } from '#lib/domain/webhooks/get-delivery.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionRoute({ access, contract: contracts.getDelivery }, async ({ user, params, query }) => {
    const { tenant } = await requireTenant(deps.table, user, query);
    return getDelivery(deps, { tenant, webhookId: params.webhook_id, id: params.delivery_id });
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
