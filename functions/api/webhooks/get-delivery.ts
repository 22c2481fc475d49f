import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { getDelivery } from '#lib/domain/webhooks/get-delivery.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof getDelivery>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.getDelivery }, async ({ caller: { tenant }, params }) =>
    getDelivery(deps, { tenant, webhookId: params.webhook_id, id: params.delivery_id }),
  );

const table = liveTable();
export const handler = createHandler({ authenticate: liveAuthenticate(table), table, now });
