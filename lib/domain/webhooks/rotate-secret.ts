import type { Encrypt } from '#lib/platform/aws/kms.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type WebhookRef, maxSecrets, signingSecrets } from './webhook.ts';
import { replaceSecrets } from './webhook-repository.ts';
import { findWebhook } from './find-webhook.ts';
import { makeSecret } from './secret.ts';
import { viewWebhook, type WebhookWithSecret } from './views.ts';
import { dayMs, later } from '#lib/platform/durations.ts';

/** So long the secret before signs too. */
const overlapMs = dayMs;

type Deps = {
  readonly table: Pick<Table, 'get' | 'update'>;
  readonly encrypt: Encrypt;
  readonly now: () => Date;
};

/** Gives the webhook a fresh secret, shown once. Receivers that hold the one before verify for 24 hours more. */
export const rotateSecret = async (deps: Deps, ref: WebhookRef): Promise<WebhookWithSecret> => {
  const webhook = await findWebhook(deps.table, ref);
  const now = deps.now();
  const older = signingSecrets(webhook, now);
  if (older.length >= maxSecrets)
    throw new AppError('invalid_state', 'The secret was rotated too often in a day. Try again tomorrow.');
  const { secret, stored } = await makeSecret(deps.encrypt, ref, now);
  const expiresAt = later(now, overlapMs).toISOString();
  const secrets = [stored, ...older.map((one) => ({ ...one, expiresAt: one.expiresAt ?? expiresAt }))];
  const rotated = await replaceSecrets(deps.table, webhook, secrets);
  if (!rotated)
    throw new AppError('invalid_state', 'The secret is being rotated already. Read the webhook again.');
  log.info('webhook.secret_rotated', { webhook_id: ref.id });
  return { ...viewWebhook(rotated, now), secret };
};
