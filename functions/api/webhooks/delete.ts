import { keyWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { deleteWebhook, type DeleteWebhookDeps } from '#lib/domain/webhooks/delete-webhook.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Omit<DeleteWebhookDeps, 'audit'>>) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteWebhook }, async ({ caller, params }) => {
    const { tenant, organizationId } = caller;
    return deleteWebhook(
      { ...deps, audit: keyWebhookAudit(caller) },
      { tenant, organizationId, id: params.webhook_id },
    );
  });

export const handler = createHandler(liveKeyRoute());
