import type * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { toPage } from '#lib/platform/http/cursor.ts';
import { readPage } from '#lib/platform/http/read-page.ts';
import { listDeliveries } from './delivery-repository.ts';
import type { DeliveriesQuery } from './deliveries-query.ts';
import type { WebhookRef } from './webhook.ts';
import { keptMs } from './event.ts';
import { findWebhook } from './find-webhook.ts';
import { type DeliveryPage, viewDelivery } from './views.ts';
import { later } from '#lib/platform/durations.ts';

/** The webhook's deliveries of the last 30 days, newest event first. */
export const listWebhookDeliveries = async (
  { table, now }: { readonly table: Pick<Table, 'get' | 'query'>; readonly now: () => Date },
  ref: WebhookRef,
  { limit, cursor, status }: z.infer<typeof DeliveriesQuery>,
): Promise<DeliveryPage> => {
  await findWebhook(table, ref);
  const owner = { tenant: ref.tenant, webhookId: ref.id };
  const since = later(now(), -keptMs).toISOString();
  const { entries, next } = await readPage(
    { limit, cursor, isFiltered: status !== undefined },
    async (part) => {
      const page = await listDeliveries(table, owner, part);
      const kept = page.deliveries.filter(({ createdAt }) => createdAt > since);
      return {
        entries: kept.filter((one) => status === undefined || one.status === status),
        next: page.isEnd || kept.length < page.deliveries.length ? null : (kept.at(-1) ?? null),
      };
    },
  );
  return toPage(entries.map(viewDelivery), next);
};
