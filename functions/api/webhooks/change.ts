import { keyWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import { type ChangeDeps, changeWebhook } from '#lib/domain/webhooks/change-webhook.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveInternet } from '../../deps/internet.ts';
import { liveWebhookQueue } from '../../deps/queues.ts';
import { apiKeyChangeRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Omit<ChangeDeps, 'audit'>>) =>
  apiKeyChangeRoute({ authenticate, contract: contracts.changeWebhook }, async ({ caller, params, body }) =>
    changeWebhook(
      { ...deps, audit: keyWebhookAudit(caller) },
      { tenant: caller.tenant, id: params.webhook_id },
      body,
    ),
  );

export const handler = createHandler({
  ...liveKeyRoute(),
  send: liveWebhookQueue(),
  checkUrl: urlChecker(liveInternet()),
});
