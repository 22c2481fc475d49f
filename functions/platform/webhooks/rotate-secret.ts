import { requireTenant } from '#lib/domain/organizations/require.ts';
import { personWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { rotateSecret } from '#lib/domain/webhooks/rotate-secret.ts';
import type { Encrypt } from '#lib/platform/aws/kms.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveEncrypt } from '../../deps/encryption.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly encrypt: Encrypt }>) =>
  sessionRoute({ access, contract: contracts.rotateSecret }, async ({ user, params, query }) => {
    const { tenant, organizationId } = await requireTenant(deps.table, user, query);
    return rotateSecret(
      { ...deps, audit: personWebhookAudit(organizationId, user) },
      { tenant, id: params.webhook_id },
    );
  });

export const handler = createHandler({ ...liveSessionRoute(), encrypt: liveEncrypt() });
