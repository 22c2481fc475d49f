import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { listWebhooks } from '#lib/domain/webhooks/list-webhooks.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listWebhooks }, async ({ user, query }) => {
    const { tenant } = await requireTenant(deps.table, user, query);
    return listWebhooks(deps, { tenant });
  });

export const handler = createHandler(liveSessionRoute());
