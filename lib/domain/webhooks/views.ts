import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { count, instant, mode, sentInstant } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { characters, textUpTo, wellFormedText } from '#lib/platform/text.ts';
import { modeField } from '#lib/platform/http/parameters.ts';
import { modeOf, projectOf } from '#lib/platform/tenant.ts';
import { type Attempt, type Delivery, deliveryStatuses } from './delivery.ts';
import { disabledReasons, type Webhook } from './webhook.ts';
import { subscribable, WebhookEvent } from './event.ts';
import { deliveryHeaders } from './sign.ts';

const url = textUpTo(2_048).meta({
  format: 'uri',
  description: 'An https URL on port 443 of a public host, without user name and password.',
});
const someEvents = 'Send a list of at least one event.';
const events = z
  .array(z.enum(subscribable), someEvents)
  .min(1, someEvents)
  .transform((types) => [...new Set(types)])
  .meta({ description: 'The event types to deliver.' });
const description = wellFormedText('Send a text of at most 200 characters.')
  .refine((text) => characters(text) <= 200, {
    params: { rule: 'length' },
    message: 'Send a text of at most 200 characters.',
  })
  .meta({ maxLength: 200, description: 'A description for people.' });
const status = z.enum(['enabled', 'disabled']);

export const NewWebhook = z
  .strictObject({
    url: url.nullable().default(null).meta({
      description:
        'An https URL on port 443 of a public host, without user name and password. A webhook without one signs the events that jobs and sessions send to their own `webhook_url`; a project has at most one.',
    }),
    events: events.default([...subscribable]),
    description: description.default(''),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** The console's request. It names the project, because a session, unlike a key, does not determine project and mode. */
export const NewProjectWebhook = NewWebhook.extend({
  project_id: z.string().meta({ pattern: idPattern('prj').source }),
  mode: modeField,
}).meta({ id: 'NewProjectWebhook' });

export const WebhookChange = z
  .strictObject({ url, events, description, status })
  .partial()
  .meta({ id: 'WebhookChange', description: 'Fields that are omitted or null stay unchanged.' });
export type WebhookChange = z.infer<typeof WebhookChange>;

export const WebhookView = z
  .object({
    id: z.string().regex(idPattern('whk')),
    project_id: z.string().regex(idPattern('prj')),
    mode,
    url: z
      .string()
      .nullable()
      .meta({ description: 'Null if it sends to the `webhook_url` of jobs and sessions.' }),
    events: z.array(z.enum(subscribable)),
    description: z.string(),
    status: status.meta({
      description: 'Events that happen while it is disabled are delivered when it is enabled.',
    }),
    disabled_reason: z.enum(disabledReasons).nullable().meta({
      description:
        '`requested` by you, `failing` for five days without a success, or `gone` after status 410.',
    }),
    created_at: instant,
    secret_metadata: z.object({
      hint: z.string(),
      created_at: instant,
      previous_expires_at: instant
        .nullable()
        .meta({ description: 'The previous secret also signs until then.' }),
    }),
  })
  .meta({ id: 'Webhook', description: 'A destination of signed events.' });
export type WebhookView = z.infer<typeof WebhookView>;
export const WebhookPage = z.object(pageFields(WebhookView)).meta({ id: 'WebhookPage' });
export type WebhookPage = z.infer<typeof WebhookPage>;

export const WebhookWithSecret = WebhookView.extend({
  secret: z.string().nullable().meta({
    description: 'The signing secret. Shown only once: null in a replay.',
  }),
}).meta({ id: 'WebhookWithSecret', description: 'A destination with its signing secret.' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

const AttemptView = z.object({
  at: instant,
  status_code: z.int().nullable().meta({ description: 'Null if there was no response.' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why there was no response: `dns`, `tls`, `timeout` and so on.' }),
  duration_ms: count,
});

export const DeliveryView = z
  .object({
    id: z.string().regex(idPattern('dlv')),
    webhook_id: z.string().regex(idPattern('whk')),
    event_id: z.string().regex(idPattern('evt')),
    event_type: WebhookEvent.shape.type,
    transcription_id: z.string().nullable().meta({ description: 'Null for a test event.' }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'The `webhook_url` of the job; null if it goes to the address of the webhook.' }),
    status: z.enum(deliveryStatuses).meta({
      description:
        '`failed` after ten tries, or after 410 of a `webhook_url`; `held` while the webhook is disabled.',
    }),
    attempts: z.array(AttemptView).meta({ description: 'The last 30, oldest first.' }),
    next_attempt_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to one webhook.' });
export type DeliveryView = z.infer<typeof DeliveryView>;

const AttemptDetails = AttemptView.extend({
  request_headers: z.record(z.string(), z.string()).meta({
    description: 'The headers of Standard Webhooks and the type of the body.',
  }),
  response_body: z.string().nullable().meta({
    description: 'The first 1,024 bytes of the response. Null if there was no response, or a compressed one.',
  }),
});

export const DeliveryDetails = DeliveryView.extend({
  request_url: z.string().nullable().meta({
    description: 'Where the next attempt would be sent: the `url`, or the present address of the webhook.',
  }),
  attempts: z.array(AttemptDetails).meta({ description: 'The last 30, oldest first.' }),
  payload: z.string().meta({ description: 'The body of each attempt: the bytes that were signed.' }),
}).meta({ id: 'WebhookDeliveryDetails', description: 'A delivery, with what was sent and the responses.' });
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

const since = { description: 'Only events that happened then or later.' };
export const RedeliverFailed = z
  .strictObject({ since: sentInstant.meta(since) })
  .meta({ id: 'RedeliverFailed', description: 'Which failed deliveries to restart.' });
export type RedeliverFailed = z.infer<typeof RedeliverFailed>;

export const RestartView = z
  .object({ since: instant.meta(since) })
  .meta({ id: 'WebhookRestart', description: 'Failed deliveries are being restarted.' });
export type RestartView = z.infer<typeof RestartView>;

export const DeliveryPage = z.object(pageFields(DeliveryView)).meta({ id: 'WebhookDeliveryPage' });
export type DeliveryPage = z.infer<typeof DeliveryPage>;

export const SentView = z
  .object({ event_id: z.string().regex(idPattern('evt')), delivery_id: z.string().regex(idPattern('dlv')) })
  .meta({ id: 'WebhookEventSent', description: 'The event that is being sent.' });
export type SentView = z.infer<typeof SentView>;

/** The webhook as the API shows it at `now`. */
export const viewWebhook = (webhook: Webhook, now: Date): WebhookView => {
  const [secret, ...older] = webhook.secrets;
  const ends = older.flatMap(({ expiresAt }) => expiresAt ?? []).filter((end) => new Date(end) > now);
  return {
    id: webhook.id,
    project_id: projectOf(webhook.tenant),
    mode: modeOf(webhook.tenant),
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    status: webhook.status,
    disabled_reason: webhook.disabledReason,
    created_at: webhook.createdAt,
    secret_metadata: {
      hint: secret?.hint ?? '',
      created_at: secret?.createdAt ?? webhook.createdAt,
      previous_expires_at: ends.toSorted().at(-1) ?? null,
    },
  };
};

const viewAttempt = ({ at, statusCode, error, durationMs }: Attempt) => ({
  at,
  status_code: statusCode,
  error,
  duration_ms: durationMs,
});

export const viewDelivery = (delivery: Delivery): DeliveryView => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  transcription_id: delivery.transcriptionId ?? null,
  url: delivery.url ?? null,
  status: delivery.status,
  attempts: delivery.attempts.map(viewAttempt),
  next_attempt_at: delivery.nextAttemptAt ?? null,
  created_at: delivery.createdAt,
});

/** A delivery with its requests and responses. `webhookUrl` is the address of the webhook. */
export const viewDeliveryDetails = (delivery: Delivery, webhookUrl: string | null): DeliveryDetails => ({
  ...viewDelivery(delivery),
  request_url: delivery.url ?? webhookUrl,
  payload: delivery.payload,
  attempts: delivery.attempts.map((attempt) => ({
    ...viewAttempt(attempt),
    request_headers: deliveryHeaders({
      id: delivery.eventId,
      at: new Date(attempt.at),
      signature: attempt.signature,
    }),
    response_body: attempt.responseBody,
  })),
});
