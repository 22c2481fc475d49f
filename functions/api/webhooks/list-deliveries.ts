import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<Parameters<typeof listWebhookDeliveries>[0]>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.listDeliveries }, async ({ caller, params, query }) =>
    listWebhookDeliveries(deps, { tenant: caller.tenant, id: params.webhook_id }, query),
  );

export const handler = createHandler(liveKeyRoute());
