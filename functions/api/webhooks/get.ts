import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { findWebhook } from '#lib/domain/webhooks/find-webhook.ts';
import { viewWebhook } from '#lib/domain/webhooks/views.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<{ readonly table: Pick<Table, 'get'>; readonly now: () => Date }>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.getWebhook }, async ({ caller, params }) => {
    const ref = { tenant: caller.tenant, id: params.webhook_id };
    return viewWebhook(await findWebhook(deps.table, ref), deps.now());
  });

export const handler = createHandler(liveKeyRoute());
