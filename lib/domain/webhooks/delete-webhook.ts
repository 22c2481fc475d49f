import type { Table } from '#lib/platform/aws/table.ts';
import { isId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import type { AuditWebhook } from './audit.ts';
import type { OwnedRef } from './webhook.ts';
import { removeWebhook } from './webhook-places.ts';
import { readWebhook } from './webhook-repository.ts';
import { unknownWebhook } from './find-webhook.ts';

export type DeleteWebhookDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
  readonly audit: AuditWebhook;
};

/** Deletes the webhook and its secrets, and stops deliveries. A repetition changes nothing. Throws `not_found`. */
export const deleteWebhook = async (
  { table, now, audit }: DeleteWebhookDeps,
  ref: OwnedRef,
): Promise<void> => {
  if (!isId('whk', ref.id)) throw unknownWebhook();
  const webhook = await readWebhook(table, ref);
  const at = now();
  const record = webhook ? audit('webhook.deleted', webhook, at) : [];
  const outcome = await removeWebhook(table, ref, { now: at, record });
  if (outcome === 'unknown') throw unknownWebhook();
  if (outcome === 'removed') log.info('webhook.deleted', { webhook_id: ref.id });
};
