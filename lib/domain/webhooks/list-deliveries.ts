import type { Table } from '#lib/platform/aws/table.ts';
import { toPage } from '#lib/platform/http/cursor.ts';
import type { PageQuery } from '#lib/platform/http/list-rows.ts';
import { listDeliveries } from './delivery-repository.ts';
import type { WebhookRef } from './webhook.ts';
import { keptMs } from './event.ts';
import { findWebhook } from './find-webhook.ts';
import { type DeliveryPage, viewDelivery } from './views.ts';
import { later } from '#lib/platform/durations.ts';

/** The webhook's deliveries of the last 30 days, newest event first. */
export const listWebhookDeliveries = async (
  { table, now }: { readonly table: Pick<Table, 'get' | 'query'>; readonly now: () => Date },
  ref: WebhookRef,
  { limit, cursor }: PageQuery,
): Promise<DeliveryPage> => {
  await findWebhook(table, ref);
  const owner = { tenant: ref.tenant, webhookId: ref.id };
  // One item more than requested shows whether another page follows.
  const found = await listDeliveries(table, owner, { limit: limit + 1, after: cursor });
  const since = later(now(), -keptMs);
  const kept = found.filter(({ createdAt }) => new Date(createdAt) > since);
  const shown = kept.slice(0, limit);
  return toPage(shown.map(viewDelivery), kept.length > limit ? (shown.at(-1) ?? null) : null);
};
