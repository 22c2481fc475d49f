import { keyWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { type RegisterDeps, registerWebhook } from '#lib/domain/webhooks/register-webhook.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveEncrypt } from '../../deps/encryption.ts';
import { liveInternet } from '../../deps/internet.ts';
import { liveLimits } from '../../deps/settings.ts';
import { apiKeyCreateRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<Omit<RegisterDeps, 'newId' | 'audit'>>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyCreateRoute(
    { authenticate, contract: contracts.createWebhook },
    async ({ caller, route, body, bodyFingerprint, idempotencyKey }) => {
      const newId = () => idFor('whk', { owner: caller.tenant, route, key: idempotencyKey });
      return registerWebhook({ ...deps, newId, audit: keyWebhookAudit(caller) }, caller, {
        body,
        bodyFingerprint,
      });
    },
  );

export const handler = createHandler({
  ...liveKeyRoute(),
  encrypt: liveEncrypt(),
  checkUrl: urlChecker(liveInternet()),
  limits: liveLimits(),
});
