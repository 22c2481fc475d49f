import { log } from '#lib/platform/log.ts';
import { disabledWebhook, findWebhook, unknownWebhook } from './find-webhook.ts';
import { sendBestEffort } from './messages.ts';
import type { RedeliverDeps } from './redeliver.ts';
import type { RedeliverFailed, RestartView } from './views.ts';
import type { OwnedRef } from './webhook.ts';
import { askForFailed } from './webhook-repository.ts';

/**
 * Requests that a worker restarts everything that was not delivered: what has failed since then, and what waits. If
 * there are two requests, the earlier time counts.
 */
export const redeliverFailed = async (
  deps: RedeliverDeps,
  { organizationId, ...ref }: OwnedRef,
  sent: RedeliverFailed,
): Promise<RestartView> => {
  const { tenant, id: webhookId } = ref;
  const { status } = await findWebhook(deps.table, ref);
  if (status === 'disabled') throw disabledWebhook();
  await deps.countTest({ tenant, organizationId });
  const since = new Date(sent.since).toISOString();
  const outcome = await askForFailed(deps.table, ref, { since, now: deps.now() });
  if (outcome === 'unknown') throw unknownWebhook();
  if (outcome === 'disabled') throw disabledWebhook();
  await sendBestEffort(deps.send, { kind: 'webhook', tenant, webhookId });
  log.info('webhook.failed_restarted', { webhook_id: webhookId });
  return { since };
};
