import type * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { type Position, toPage } from '#lib/platform/http/cursor.ts';
import { listDeliveries } from './delivery-repository.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveriesQuery } from './deliveries-query.ts';
import type { WebhookRef } from './webhook.ts';
import { keptMs } from './event.ts';
import { findWebhook } from './find-webhook.ts';
import { type DeliveryPage, viewDelivery } from './views.ts';
import { later } from '#lib/platform/durations.ts';

/** A filter may match few: at most 500 deliveries are read per request, then the page ends early with a cursor. */
const readSize = 100;
const maxReads = 5;

/** The webhook's deliveries of the last 30 days, newest event first. */
export const listWebhookDeliveries = async (
  { table, now }: { readonly table: Pick<Table, 'get' | 'query'>; readonly now: () => Date },
  ref: WebhookRef,
  { limit, cursor, status }: z.infer<typeof DeliveriesQuery>,
): Promise<DeliveryPage> => {
  await findWebhook(table, ref);
  const owner = { tenant: ref.tenant, webhookId: ref.id };
  const since = later(now(), -keptMs).toISOString();
  const found: Delivery[] = [];
  let next: Position | undefined = cursor;
  for (let reads = 0; reads < maxReads && found.length <= limit; reads += 1) {
    // One item more than requested shows whether another page follows.
    const readLimit = status === undefined ? limit + 1 : readSize;
    const page = await listDeliveries(table, owner, { limit: readLimit, after: next });
    const kept = page.deliveries.filter(({ createdAt }) => createdAt > since);
    found.push(...kept.filter((one) => status === undefined || one.status === status));
    next = page.isEnd || kept.length < page.deliveries.length ? undefined : kept.at(-1);
    if (!next) break;
  }
  const shown = found.slice(0, limit);
  return toPage(shown.map(viewDelivery), (found.length > limit ? shown.at(-1) : next) ?? null);
};
