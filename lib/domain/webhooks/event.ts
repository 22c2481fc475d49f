import * as z from 'zod';
import type { Item, Key, Write } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { dueFields, firstSweepMs } from './due.ts';
import { modeOf, Tenant } from '#lib/platform/tenant.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';

/** What a webhook can subscribe to. */
export const subscribable = [
  'transcription.completed',
  'transcription.failed',
  'transcription.canceled',
] as const;

/** Something that happened in a project, as it is told to its webhooks. */
export const WebhookEvent = z.object({
  tenant: Tenant,
  id: z.string(),
  type: z.enum([...subscribable, 'webhook.test']),
  createdAt: z.iso.datetime(),
  /** The bytes of every delivery. */
  payload: z.string(),
  /** Set when only one webhook is to hear of it, whatever it subscribed to. */
  webhookId: z.string().optional(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export type EventRef = { readonly tenant: Tenant; readonly id: string };

/** So long an event can be delivered, and its deliveries be seen. */
export const keptMs = 30 * dayMs;

export const expiryOf = (createdAt: string): number => ttlAt(later(createdAt, keptMs));

export const eventKey = ({ tenant, id }: EventRef): Key => ({ pk: `${tenant}/${id}`, sk: 'event' });

/** What the payload tells of a job: no text, no address, nothing that changes after its end. */
export type EndedJob = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly status: 'completed' | 'failed' | 'canceled';
  readonly createdAt: string;
  readonly completedAt: string;
  readonly audioMs: number | null;
  readonly errorType: string | null;
};

/** A job ends once, so that its end has one event, whoever writes or sends it how often. */
export const endEventId = ({ tenant, id, status }: Pick<EndedJob, 'tenant' | 'id' | 'status'>): string =>
  derivedId('evt', [tenant, id, status]);

type Told = Pick<EndedJob, 'tenant' | 'id' | 'createdAt' | 'audioMs' | 'errorType'> & {
  readonly status: string;
  readonly completedAt: string | null;
};

/** The same keys for every type, so that a receiver needs one parser. A job has one event so far, hence the sequence. */
export const payloadOf = (type: WebhookEvent['type'], timestamp: string, told: Told): string =>
  JSON.stringify({
    type,
    timestamp,
    mode: modeOf(told.tenant),
    data: {
      id: told.id,
      status: told.status,
      sequence: 1,
      created_at: told.createdAt,
      completed_at: told.completedAt,
      audio_ms: told.audioMs,
      error: told.errorType && { type: told.errorType },
    },
  });

export const endEvent = (job: EndedJob): WebhookEvent => {
  const type = `transcription.${job.status}` as const;
  return {
    tenant: job.tenant,
    id: endEventId(job),
    type,
    createdAt: job.completedAt,
    payload: payloadOf(type, job.completedAt, job),
  };
};

/** The event as it is written, due until somebody made its deliveries. */
export const eventItem = (event: WebhookEvent): Item => ({
  ...event,
  ...eventKey(event),
  ...dueFields(event.id, new Date(Date.parse(event.createdAt) + firstSweepMs)),
  ttl: expiryOf(event.createdAt),
});

/** Part of the transaction that the event tells of. */
export const eventEntry = (event: WebhookEvent): Write => ({
  put: eventItem(event),
  where: 'attribute_not_exists(pk)',
});
