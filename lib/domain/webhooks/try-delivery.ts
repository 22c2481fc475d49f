import type { Decrypt } from '#lib/platform/aws/kms.ts';
import { log } from '#lib/platform/log.ts';
import type { Answer, Post } from './attempt.ts';
import { claimDelivery, holdDelivery, settleDelivery, type Settlement } from './delivery-repository.ts';
import type { Attempt, Delivery, DeliveryRef } from './delivery.ts';
import { signingSecrets, type Webhook } from './webhook.ts';
import { disableWebhook, readWebhook, recordFailure, recordSuccess } from './webhook-repository.ts';
import type { DeliveryDeps } from './fan-out.ts';
import { logOrigin, sendBestEffort } from './messages.ts';
import { maxClaims, nearMs, nextTryAt, retryAfterMs, nextHealth } from './schedule.ts';
import { encryptionContext } from './secret.ts';
import { deliveryHeaders, signatureOf } from './sign.ts';

export type TryDeps = DeliveryDeps & {
  readonly decrypt: Decrypt;
  readonly post: Post;
  /** From 0 to 1. */
  readonly random: () => number;
};

const isSuccess = ({ statusCode }: Answer): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

const gone = 410;

const disable = async (deps: TryDeps, seen: Webhook, reason: 'gone' | 'failing'): Promise<void> => {
  const disabled = await disableWebhook(deps.table, seen, { reason, seen });
  if (disabled) log.info('webhook.disabled', { webhook_id: seen.id, reason });
};

/**
 * Updates the health of a webhook, and disables it after a 410 or five days of failures. A webhook without an address
 * stays enabled.
 */
const updateWebhookHealth = async (deps: TryDeps, webhook: Webhook, answer: Answer): Promise<void> => {
  if (isSuccess(answer)) {
    if (webhook.failingSince !== undefined) await recordSuccess(deps.table, webhook);
    return;
  }
  // A webhook without an address delivers to the addresses of its jobs. A failure of one says nothing about the others.
  if (webhook.url === null) return;
  if (answer.statusCode === gone) return disable(deps, webhook, 'gone');
  const now = deps.now();
  const health = nextHealth(webhook, now);
  if (health.kind === 'failing') await recordFailure(deps.table, webhook, { since: health.since, now });
  if (health.kind === 'failed_too_long') await disable(deps, webhook, 'failing');
};

type Addressed = { readonly delivery: Delivery; readonly webhook: Webhook; readonly url: string };

const send = async (
  deps: TryDeps,
  { delivery, webhook, url }: Addressed,
): Promise<{ readonly answer: Answer; readonly attempt: Attempt }> => {
  const at = deps.now();
  const secrets = await Promise.all(
    signingSecrets(webhook, at).map(({ ciphertext }) => deps.decrypt(ciphertext, encryptionContext(webhook))),
  );
  const { eventId, payload } = delivery;
  const signature = signatureOf(secrets, { id: eventId, at, payload });
  const answer = await deps.post(url, deliveryHeaders({ id: eventId, at, signature }), payload);
  const { statusCode, error, body: responseBody } = answer;
  const durationMs = deps.now().getTime() - at.getTime();
  log.info('webhook.attempted', {
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    event_id: eventId,
    delivered: isSuccess(answer),
    status_code: statusCode,
    error_kind: error,
    duration_ms: durationMs,
  });
  const attempt = { at: at.toISOString(), signature, statusCode, error, responseBody, durationMs };
  return { answer, attempt };
};

const settlementOf = (deps: TryDeps, delivery: Delivery, answer: Answer): Settlement => {
  if (isSuccess(answer)) return { kind: 'delivered' };
  if (answer.statusCode === gone && delivery.url !== undefined) return { kind: 'failed' };
  const now = deps.now();
  const pauseMs = retryAfterMs(answer.retryAfter, now);
  const at = nextTryAt(delivery.tries + 1, { now, pauseMs, random: deps.random });
  return at ? { kind: 'retry', at } : { kind: 'failed' };
};

/**
 * Makes one try of a delivery, if it is due and unclaimed. The claim of a dead worker expires, so the same request,
 * with the same id, may be sent twice.
 */
export const tryDelivery = async (deps: TryDeps, ref: DeliveryRef): Promise<void> => {
  const { table, now } = deps;
  const delivery = await claimDelivery(table, ref, now());
  if (!delivery) return;
  logOrigin(delivery);
  const { tenant, webhookId, id } = delivery;
  const webhook = await readWebhook(table, { tenant, id: webhookId });
  const url = webhook?.url ?? delivery.url;
  if (!webhook || url === undefined || delivery.claims > maxClaims)
    return settleDelivery(table, delivery, { settlement: { kind: 'failed' }, now: now() });
  if (webhook.status === 'disabled') return holdDelivery(table, delivery);

  const { answer, attempt } = await send(deps, { delivery, webhook, url });
  await updateWebhookHealth(deps, webhook, answer);
  const settlement = settlementOf(deps, delivery, answer);
  const settledAt = now();
  await settleDelivery(table, delivery, { attempt, settlement, now: settledAt });
  if (settlement.kind !== 'retry') return;
  const waitMs = settlement.at.getTime() - settledAt.getTime();
  if (waitMs > nearMs) return;
  await sendBestEffort(deps.send, { kind: 'delivery', tenant, webhookId, deliveryId: id }, waitMs);
};
