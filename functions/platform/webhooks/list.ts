import { requireTenant } from '#lib/domain/organizations/require.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { listWebhooks } from '#lib/domain/webhooks/list-webhooks.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionRoute({ access, contract: contracts.listWebhooks }, async ({ user, query }) => {
    const { tenant } = await requireTenant(deps.table, user, query);
    return listWebhooks(deps, { tenant });
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
