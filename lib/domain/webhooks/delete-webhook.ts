import type { Table } from '#lib/platform/aws/table.ts';
import { isId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import type { OwnedRef } from './webhook.ts';
import { removeWebhook } from './webhook-repository.ts';
import { unknownWebhook } from './find-webhook.ts';

/** Deletes the webhook and its secrets, and stops deliveries. A repetition changes nothing. Throws `not_found`. */
export const deleteWebhook = async (
  { table, now }: { readonly table: Pick<Table, 'transact'>; readonly now: () => Date },
  ref: OwnedRef,
): Promise<void> => {
  const outcome = isId('whk', ref.id) ? await removeWebhook(table, ref, now()) : 'unknown';
  if (outcome === 'unknown') throw unknownWebhook();
  if (outcome === 'removed') log.info('webhook.deleted', { webhook_id: ref.id });
};
