import * as z from 'zod';
import type { Item, Key, Write } from '#lib/platform/aws/table.ts';
import type { Metadata } from '#lib/domain/labels.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { dueFields } from '#lib/platform/due-index/due-index.ts';
import { duePrefix, firstSweepMs } from './schedule.ts';
import { modeOf, Tenant } from '#lib/platform/tenant.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';

/** Event types that a webhook can subscribe to. */
export const subscribable = [
  'transcription.completed',
  'transcription.failed',
  'transcription.canceled',
  'realtime.session.finished',
] as const;

/** An event of a project, as delivered to its webhooks. */
export const WebhookEvent = z.object({
  tenant: Tenant,
  id: z.string(),
  type: z.enum([...subscribable, 'webhook.test']),
  createdAt: z.iso.datetime(),
  /** The request that queued the job, or that asked for a test. */
  requestId: z.string(),
  /** Not set for a test. */
  transcriptionId: z.string().optional(),
  /** The bytes of every delivery. */
  payload: z.string(),
  /** The address that the job or session named for it, in addition to the webhooks that have an address. */
  webhookUrl: z.string().optional(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export type EventRef = { readonly tenant: Tenant; readonly id: string };

/** Retention of events and deliveries. */
export const keptMs = 30 * dayMs;

/** The time at which DynamoDB deletes the item, in epoch seconds. */
export const expiryOf = (createdAt: string): number => ttlAt(later(createdAt, keptMs));

export const eventKey = ({ tenant, id }: EventRef): Key => ({ pk: `${tenant}/${id}`, sk: 'event' });

/** The job data in the payload: no text, no URL, and nothing that changes after the job's end. */
export type EndedJob = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly status: 'completed' | 'failed' | 'canceled';
  readonly createdAt: string;
  readonly completedAt: string;
  readonly audioMs: number | null;
  readonly errorType: string | null;
  /** The caller's own id of the job. */
  readonly name: string | null;
  readonly request: { readonly metadata: Metadata; readonly webhookUrl: string | null };
  /** The request that queued it. */
  readonly requestId: string;
};

/** The data in the payload of a realtime session's end: no text. */
export type FinishedSession = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly status: 'completed' | 'canceled' | 'failed';
  readonly reason: string;
  readonly requestId: string;
  readonly transcriptionId: string;
  readonly clientReferenceId: string | null;
  readonly metadata: Metadata;
  readonly webhookUrl: string | null;
  readonly createdAt: string;
  readonly endedAt: string;
  readonly audioMs: number;
  readonly amountUsd: string;
};

const addressed = ({ webhookUrl }: Pick<FinishedSession, 'webhookUrl'>) =>
  webhookUrl === null ? {} : { webhookUrl };

/** Derived from the session, so that repeated writes and sends of its end are one event. */
export const sessionEventId = ({ tenant, id }: Pick<FinishedSession, 'tenant' | 'id'>): string =>
  derivedId('evt', [tenant, id, 'finished']);

/** The event of a realtime session's end. */
export const sessionEvent = (session: FinishedSession): WebhookEvent => {
  const type = 'realtime.session.finished';
  const { tenant, id, status, reason, audioMs, createdAt, endedAt } = session;
  return {
    tenant,
    type,
    createdAt: endedAt,
    requestId: session.requestId,
    id: sessionEventId(session),
    transcriptionId: session.transcriptionId,
    ...addressed(session),
    payload: JSON.stringify({
      type,
      timestamp: endedAt,
      mode: modeOf(tenant),
      data: {
        id,
        status,
        sequence: 1,
        created_at: createdAt,
        completed_at: endedAt,
        audio_ms: audioMs,
        error: null,
        transcription_id: session.transcriptionId,
        client_reference_id: session.clientReferenceId,
        metadata: session.metadata,
        end_reason: reason,
        amount_usd: session.amountUsd,
      },
    }),
  };
};

/** Derived from the job, so that repeated writes and sends of its end are one event. */
export const endEventId = ({ tenant, id, status }: Pick<EndedJob, 'tenant' | 'id' | 'status'>): string =>
  derivedId('evt', [tenant, id, status]);

type PayloadFields = Pick<EndedJob, 'tenant' | 'id' | 'createdAt' | 'audioMs' | 'errorType' | 'name'> & {
  readonly request: Pick<EndedJob['request'], 'metadata'>;
  readonly status: string;
  readonly completedAt: string | null;
};

/**
 * The payload of an event. Every type has the same keys, so that a receiver needs one parser. A job has one event so
 * far, so `sequence` is 1.
 */
export const payloadOf = (type: WebhookEvent['type'], timestamp: string, fields: PayloadFields): string =>
  JSON.stringify({
    type,
    timestamp,
    mode: modeOf(fields.tenant),
    data: {
      id: fields.id,
      status: fields.status,
      sequence: 1,
      created_at: fields.createdAt,
      completed_at: fields.completedAt,
      audio_ms: fields.audioMs,
      error: fields.errorType && { type: fields.errorType },
      client_reference_id: fields.name,
      metadata: fields.request.metadata,
    },
  });

export const endEvent = (job: EndedJob): WebhookEvent => {
  const type = `transcription.${job.status}` as const;
  return {
    tenant: job.tenant,
    id: endEventId(job),
    type,
    createdAt: job.completedAt,
    requestId: job.requestId,
    transcriptionId: job.id,
    ...addressed(job.request),
    payload: payloadOf(type, job.completedAt, job),
  };
};

/** The event's item, due until its deliveries exist. */
const eventItem = (event: WebhookEvent): Item => ({
  ...event,
  ...eventKey(event),
  ...dueFields(duePrefix, event.id, later(event.createdAt, firstSweepMs)),
  ttl: expiryOf(event.createdAt),
});

/** The write of the event, part of the transaction that it reports. */
export const eventEntry = (event: WebhookEvent): Write => ({
  put: eventItem(event),
  where: 'attribute_not_exists(pk)',
});
