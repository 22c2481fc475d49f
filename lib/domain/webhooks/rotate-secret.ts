import type { Encrypt } from '#lib/platform/aws/kms.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type WebhookRef, maxSecrets, signingSecrets } from './webhook.ts';
import { replaceSecrets } from './webhook-repository.ts';
import { type AuditWebhook, changingWith } from './audit.ts';
import { findWebhook } from './find-webhook.ts';
import { makeSecret } from './secret.ts';
import { viewWebhook, type WebhookWithSecret } from './views.ts';
import { dayMs, later } from '#lib/platform/durations.ts';

/** Time for which the previous secret also signs. */
const overlapMs = dayMs;

type Deps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly encrypt: Encrypt;
  readonly now: () => Date;
  readonly audit: AuditWebhook;
};

/** Replaces the webhook's secret. The new secret is shown once. The previous one also signs for 24 hours. */
export const rotateSecret = async (deps: Deps, ref: WebhookRef): Promise<WebhookWithSecret> => {
  const webhook = await findWebhook(deps.table, ref);
  const now = deps.now();
  const older = signingSecrets(webhook, now);
  if (older.length >= maxSecrets)
    throw new AppError(
      'invalid_state',
      'The secret was rotated too many times in a day. Try again tomorrow.',
    );
  const { secret, stored } = await makeSecret(deps.encrypt, ref, now);
  const expiresAt = later(now, overlapMs).toISOString();
  const secrets = [stored, ...older.map((one) => ({ ...one, expiresAt: one.expiresAt ?? expiresAt }))];
  const table = changingWith(deps.table, deps.audit('webhook.secret_rotated', webhook, now));
  if (!(await replaceSecrets(table, webhook, secrets))) {
    // The webhook may have been deleted in the meantime.
    await findWebhook(deps.table, ref);
    throw new AppError(
      'invalid_state',
      'Another rotation of this secret is in progress. Read the webhook, then try again.',
    );
  }
  log.info('webhook.secret_rotated', { webhook_id: ref.id });
  return { ...viewWebhook({ ...webhook, secrets }, now), secret };
};
