import { requireTenant } from '#lib/domain/organizations/require.ts';
import { personWebhookAudit } from '#lib/domain/webhooks/audit.ts';
import { type ChangeDeps, changeWebhook } from '#lib/domain/webhooks/change-webhook.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import * as contracts from '#lib/domain/webhooks/console-contracts.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveInternet } from '../../deps/internet.ts';
import { liveWebhookQueue } from '../../deps/queues.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Omit<ChangeDeps, 'audit'>>) =>
  sessionChangeRoute({ access, contract: contracts.changeWebhook }, async ({ user, params, query, body }) => {
    const { tenant, organizationId } = await requireTenant(deps.table, user, query);
    return changeWebhook(
      { ...deps, audit: personWebhookAudit(organizationId, user) },
      { tenant, id: params.webhook_id },
      body,
    );
  });

export const handler = createHandler({
  ...liveSessionRoute(),
  send: liveWebhookQueue(),
  checkUrl: urlChecker(liveInternet()),
});
