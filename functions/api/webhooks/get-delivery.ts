import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { getDelivery } from '#lib/domain/webhooks/get-delivery.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof getDelivery>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.getDelivery }, async ({ caller: { tenant }, params }) =>
    getDelivery(deps, { tenant, webhookId: params.webhook_id, id: params.delivery_id }),
  );

export const handler = createHandler(liveKeyRoute());
