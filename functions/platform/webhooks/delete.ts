import { requireTenant } from '#lib/domain/organizations/require.ts';
import { personWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { deleteWebhook } from '#lib/domain/webhooks/delete-webhook.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.deleteWebhook }, async ({ user, params, query }) => {
    const owner = await requireTenant(deps.table, user, query);
    return deleteWebhook(
      { ...deps, audit: personWebhookAudit(owner.organizationId, user) },
      { ...owner, id: params.webhook_id },
    );
  });

export const handler = createHandler(liveSessionRoute());
