import { keyWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { rotateSecret } from '#lib/domain/webhooks/rotate-secret.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveEncrypt } from '../../deps/encryption.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<Omit<Parameters<typeof rotateSecret>[0], 'audit'>>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.rotateSecret }, async ({ caller, params }) =>
    rotateSecret(
      { ...deps, audit: keyWebhookAudit(caller) },
      { tenant: caller.tenant, id: params.webhook_id },
    ),
  );

export const handler = createHandler({ ...liveKeyRoute(), encrypt: liveEncrypt() });
