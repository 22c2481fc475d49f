import type { Key, Table } from '#lib/platform/aws/table.ts';
import { dueAttributes, dueOf } from '#lib/platform/due-index/due-index.ts';
import { listUndelivered, restartDelivery } from './delivery-repository.ts';
import { Webhook, webhookKey, type WebhookRef } from './webhook.ts';

const atOnce = 20;

/**
 * Restarts the held and pending deliveries of an enabled webhook, and those that failed since the time that was asked for. The
 * sweeper finds them due within a minute.
 */
export const resumeWebhook = async (
  { table, now }: { readonly table: Table; readonly now: () => Date },
  { tenant, id }: WebhookRef,
): Promise<void> => {
  const item = await table.get(webhookKey({ tenant, id }));
  const due = item && dueOf(item);
  if (!due) return;
  const { restartFailedSince: failedSince } = Webhook.parse(item);
  let startAfter: Key | undefined;
  do {
    const { undelivered, last } = await listUndelivered(
      table,
      { tenant, webhookId: id, failedSince },
      startAfter,
    );
    for (let from = 0; from < undelivered.length; from += atOnce) {
      const at = now();
      await Promise.all(
        undelivered
          .slice(from, from + atOnce)
          .map((ref) => restartDelivery(table, ref, { now: at, dueAt: at, only: { failedSince } })),
      );
    }
    startAfter = last;
  } while (startAfter);
  // Unless it became due again meanwhile.
  await table.update({
    key: due.key,
    set: `REMOVE ${dueAttributes}, restartFailedSince`,
    where: 'due_at = :seen',
    values: { ':seen': due.dueAt },
  });
};
