import type { Key, Table } from '#lib/platform/aws/table.ts';
import { dueOf, removeFromDueIndex } from '#lib/platform/due-index/due-index.ts';
import { listUnsettled, restartDelivery } from './delivery-repository.ts';
import { webhookKey, type WebhookRef } from './webhook.ts';

const atOnce = 20;

/** Restarts the held and pending deliveries of an enabled webhook. The sweeper finds them due within a minute. */
export const resumeWebhook = async (
  { table, now }: { readonly table: Table; readonly now: () => Date },
  { tenant, id }: WebhookRef,
): Promise<void> => {
  const item = await table.get(webhookKey({ tenant, id }));
  const due = item && dueOf(item);
  if (!due) return;
  let startAfter: Key | undefined;
  do {
    const { unsettled, last } = await listUnsettled(table, { tenant, webhookId: id }, startAfter);
    for (let from = 0; from < unsettled.length; from += atOnce) {
      const at = now();
      await Promise.all(
        unsettled
          .slice(from, from + atOnce)
          .map((ref) => restartDelivery(table, ref, { now: at, dueAt: at, unsettled: true })),
      );
    }
    startAfter = last;
  } while (startAfter);
  await removeFromDueIndex(table, due);
};
