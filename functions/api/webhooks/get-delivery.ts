import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { getDelivery } from '#lib/domain/webhooks/get-delivery.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = Parameters<typeof getDelivery>[0] & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.getDelivery }, async ({ caller: { tenant }, params }) =>
    getDelivery(deps, { tenant, webhookId: params.webhook_id, id: params.delivery_id }),
  );

const table = liveTable();
export const handler = createHandler({ authenticate: liveAuthenticate(table), table, now });
