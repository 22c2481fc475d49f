import { requireTenant } from '#lib/domain/organizations/require.ts';
import { personWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { type RegisterDeps, registerWebhook } from '#lib/domain/webhooks/register-webhook.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveEncrypt } from '../../deps/encryption.ts';
import { liveInternet } from '../../deps/internet.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Omit<RegisterDeps, 'newId' | 'audit'>>) =>
  sessionCreateRoute(
    { access, contract: contracts.registerWebhook },
    async ({ user, route, body, bodyFingerprint, idempotencyKey }) => {
      const owner = await requireTenant(deps.table, user, body);
      const newId = () => idFor('whk', { owner: owner.tenant, route, key: idempotencyKey });
      const audit = personWebhookAudit(owner.organizationId, user);
      return registerWebhook({ ...deps, newId, audit }, owner, { body, bodyFingerprint });
    },
  );

export const handler = createHandler({
  ...liveSessionRoute(),
  encrypt: liveEncrypt(),
  checkUrl: urlChecker(liveInternet()),
  limits: liveLimits(),
});
