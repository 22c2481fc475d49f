import { webhookAuditOf } from '#lib/domain/webhooks/audit.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { deleteWebhook } from '#lib/domain/webhooks/delete-webhook.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<{ readonly table: Pick<Table, 'get' | 'transact'>; readonly now: () => Date }>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteWebhook }, async ({ caller, params }) => {
    const { tenant, organizationId } = caller;
    return deleteWebhook(
      { ...deps, audit: webhookAuditOf(caller) },
      { tenant, organizationId, id: params.webhook_id },
    );
  });

export const handler = createHandler(liveKeyRoute());
