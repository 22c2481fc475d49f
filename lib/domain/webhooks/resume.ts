import { someAtOnce } from '#lib/platform/some-at-once.ts';
import { dueAttributes, dueOf } from '#lib/platform/due-index/due-index.ts';
import { later, secondMs } from '#lib/platform/durations.ts';
import { listUndelivered, restartDelivery } from './delivery-repository.ts';
import type { DeliveryDeps } from './fan-out.ts';
import { sendBestEffort } from './messages.ts';
import { Webhook, webhookKey, type WebhookRef } from './webhook.ts';

const atOnce = 20;
// Less than the function's limit of 45 seconds, with time to finish the current work.
const maxRunMs = 30 * secondMs;

/**
 * Restarts the held and pending deliveries of an enabled webhook, and those that failed of events since the requested
 * time. The sweeper finds the webhook due within a minute. A long history takes several runs, each of which continues
 * the one before.
 */
export const resumeWebhook = async (
  { table, send, now }: DeliveryDeps,
  { tenant, id }: WebhookRef,
): Promise<void> => {
  const until = later(now(), maxRunMs);
  const item = await table.get(webhookKey({ tenant, id }));
  const due = item && dueOf(item);
  if (!due) return;
  const { restartFailedSince: failedSince, resumedTo } = Webhook.parse(item);
  let after = resumedTo;
  do {
    const { undelivered, last } = await listUndelivered(table, { tenant, webhookId: id, failedSince }, after);
    await someAtOnce(undelivered, atOnce, (ref) => {
      const at = now();
      return restartDelivery(table, ref, { now: at, dueAt: at, only: { failedSince } });
    });
    after = last;
  } while (after !== undefined && now() < until);
  // Refused if the webhook became due again in the meantime. A request in the same millisecond as the one before has only
  // another time to restart from.
  const sameRequest =
    failedSince === undefined ? 'attribute_not_exists(restartFailedSince)' : 'restartFailedSince = :since';
  const { done } = await table.update({
    key: due.key,
    set:
      after === undefined ? `REMOVE ${dueAttributes}, restartFailedSince, resumedTo` : 'SET resumedTo = :to',
    where: `due_at = :seen AND ${sameRequest}`,
    values: {
      ':seen': due.dueAt,
      ...(failedSince !== undefined && { ':since': failedSince }),
      ...(after !== undefined && { ':to': after }),
    },
  });
  if (done && after !== undefined) await sendBestEffort(send, { kind: 'webhook', tenant, webhookId: id });
};
