import * as z from 'zod';
import type { Item, Key } from '#lib/platform/aws/table.ts';
import { timedId } from '#lib/platform/ids.ts';
import { dueFields } from '#lib/platform/due-index/due-index.ts';
import { duePrefix, firstSweepMs } from './schedule.ts';
import type { Webhook } from './webhook.ts';
import { expiryOf, WebhookEvent } from './event.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import { later } from '#lib/platform/durations.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held'] as const;

/** One try: its signature, and the beginning of its response. */
export const Attempt = z.object({
  at: z.iso.datetime(),
  /** Not a secret: it only proves to the holder of the secret that these bytes were signed at this time. */
  signature: z.string(),
  statusCode: z.int().nullable(),
  /** The reason why there was no response. Null if there was one. */
  error: z.string().nullable(),
  responseBody: z.string().nullable(),
  durationMs: z.int(),
});
export type Attempt = z.infer<typeof Attempt>;

/** An event on its way to one webhook. `held` waits for the webhook to be enabled. */
export const Delivery = z.object({
  tenant: Tenant,
  webhookId: z.string(),
  id: z.string(),
  eventId: z.string(),
  eventType: WebhookEvent.shape.type,
  requestId: WebhookEvent.shape.requestId,
  transcriptionId: WebhookEvent.shape.transcriptionId,
  payload: z.string(),
  /** The address of the delivery, for a webhook without an address. */
  url: z.string().optional(),
  createdAt: z.iso.datetime(),
  status: z.enum(deliveryStatuses),
  attempts: z.array(Attempt),
  /** Failed tries since the delivery started or was restarted. */
  tries: z.int(),
  /** Claims by workers since then. */
  claims: z.int(),
  nextAttemptAt: z.iso.datetime().optional(),
  /** End of the current claim; also identifies the claim. */
  claimedUntil: z.iso.datetime().optional(),
});
export type Delivery = z.infer<typeof Delivery>;

export type DeliveryRef = { readonly tenant: Tenant; readonly webhookId: string; readonly id: string };

export const deliveriesOf = ({ tenant, webhookId }: Omit<DeliveryRef, 'id'>): string =>
  `${tenant}/${webhookId}`;
export const deliveryKey = (ref: DeliveryRef): Key => ({ pk: deliveriesOf(ref), sk: ref.id });

type Sent = { readonly id: string; readonly createdAt: string };

/** Derived from event and webhook, so that they have only one delivery. Sorts by time. */
export const deliveryIdOf = (event: Sent, webhookId: string): string =>
  timedId('dlv', new Date(event.createdAt), [event.id, webhookId]);

/** New pending delivery. */
export const newDelivery = (event: WebhookEvent, webhook: Webhook): Delivery => ({
  tenant: event.tenant,
  webhookId: webhook.id,
  id: deliveryIdOf(event, webhook.id),
  eventId: event.id,
  eventType: event.type,
  requestId: event.requestId,
  ...(event.transcriptionId !== undefined && { transcriptionId: event.transcriptionId }),
  payload: event.payload,
  ...(webhook.url === null && event.webhookUrl !== undefined && { url: event.webhookUrl }),
  createdAt: event.createdAt,
  status: 'pending',
  attempts: [],
  tries: 0,
  claims: 0,
  // Not read from this machine's clock, which may be ahead of the delivering worker's clock.
  nextAttemptAt: event.createdAt,
});

export const deliveryItem = (delivery: Delivery, now: Date): Item => ({
  ...delivery,
  ...deliveryKey(delivery),
  ...dueFields(duePrefix, delivery.id, later(now, firstSweepMs)),
  ttl: expiryOf(delivery.createdAt),
});
