import * as z from 'zod';
import { changeContract, contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { TranscriptionParams } from '#lib/domain/transcriptions/get-transcription.ts';
import { DeliveriesQuery } from './deliveries-query.ts';
import { maxSecrets } from './webhook.ts';
import { subscribable } from './event.ts';
import {
  DeliveryDetails,
  DeliveryPage,
  type DeliveryView,
  NewWebhook,
  RedeliverFailed,
  RestartView,
  SentView,
  WebhookChange,
  WebhookPage,
  WebhookView,
  WebhookWithSecret,
} from './views.ts';

const WebhookParams = z.strictObject({
  webhook_id: pathId('whk', 'The id of a webhook of the project.'),
});

const webhook: WebhookView = {
  id: exampleId('whk'),
  project_id: exampleId('prj'),
  mode: 'live',
  url: 'https://hooks.example.com/earshot',
  events: [...subscribable],
  description: '',
  status: 'enabled',
  disabled_reason: null,
  created_at: '2026-11-20T10:00:00.000Z',
  secret_metadata: { hint: 'whsec_…mQ8d', created_at: '2026-11-20T10:00:00.000Z', previous_expires_at: null },
};
const withSecret = { ...webhook, secret: 'whsec_…' };

const ofOne = { tag: 'Webhooks', params: WebhookParams, query: none } as const;

export const createWebhook = createContract({
  operationId: 'createWebhook',
  tag: 'Webhooks',
  summary: 'Register a webhook',
  description:
    'Events of the project are sent there by Standard Webhooks 1.0, signed with `secret`, which is shown once. Order is not guaranteed, and an event may be delivered twice under the same `webhook-id`.',
  params: none,
  query: none,
  body: { schema: NewWebhook, example: { url: webhook.url } },
  success: json(201, WebhookWithSecret, withSecret),
  location: ({ id }: WebhookWithSecret) => `/v1/webhooks/${id}`,
  errors: ['invalid_state'],
});

export const listWebhooks = contract({
  operationId: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description: 'All webhooks of the project, on one page.',
  params: none,
  query: none,
  success: json(200, WebhookPage, { data: [webhook], has_more: false, next_cursor: null }),
  errors: [],
});

export const getWebhook = contract({
  ...ofOne,
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  description: 'Reads a webhook, without its secret.',
  success: json(200, WebhookView, webhook),
  errors: ['not_found'],
});

export const changeWebhook = changeContract({
  ...ofOne,
  operationId: 'changeWebhook',
  summary: 'Change a webhook',
  description:
    'While a webhook is disabled, its deliveries are held. Enabling it restarts them and delivers the events since then.',
  body: { schema: WebhookChange, example: { status: 'disabled' } },
  success: json(200, WebhookView, { ...webhook, status: 'disabled', disabled_reason: 'requested' }),
  errors: ['not_found', 'invalid_state'],
});

export const deleteWebhook = contract({
  ...ofOne,
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Stops all deliveries and erases the secret. Deleting again has no effect.',
  success: empty,
  errors: ['not_found'],
});

export const rotateSecret = contract({
  ...ofOne,
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret',
  description: `Creates a new secret. Previous secrets also sign each message for 24 hours. At most ${maxSecrets} secrets sign at a time; a further rotation gets \`invalid_state\`.`,
  success: json(200, WebhookWithSecret, withSecret),
  errors: ['not_found', 'invalid_state'],
});

const sent: SentView = { event_id: exampleId('evt'), delivery_id: exampleId('dlv') };

export const testWebhook = contract({
  ...ofOne,
  operationId: 'testWebhook',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test`, even if the webhook did not subscribe to it. Its delivery is listed at once.',
  success: json(202, SentView, sent),
  errors: ['not_found', 'invalid_state', 'rate_limit_exceeded'],
});

const tried = { at: '2026-11-20T10:00:00.000Z', status_code: 204, error: null, duration_ms: 85 };

const delivery: DeliveryView = {
  id: exampleId('dlv'),
  webhook_id: exampleId('whk'),
  event_id: exampleId('evt'),
  event_type: 'transcription.completed',
  transcription_id: exampleId('ofq'),
  url: null,
  status: 'delivered',
  attempts: [tried],
  next_attempt_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
};

export const listDeliveries = contract({
  ...ofOne,
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  description: 'Deliveries of the last 30 days, newest first.',
  query: DeliveriesQuery,
  success: json(200, DeliveryPage, { data: [delivery], has_more: false, next_cursor: null }),
  errors: ['not_found'],
});

const DeliveryParams = WebhookParams.extend({
  delivery_id: pathId('dlv', 'The id of one of its deliveries.'),
});

export const getDelivery = contract({
  ...ofOne,
  operationId: 'getWebhookDelivery',
  params: DeliveryParams,
  summary: 'Get a delivery',
  description: 'What was sent in each attempt, and the beginning of each response.',
  success: json(200, DeliveryDetails, {
    ...delivery,
    request_url: webhook.url,
    payload:
      '{"type":"transcription.completed","timestamp":"2026-11-20T10:00:00.000Z","mode":"live","data":{…}}',
    attempts: [
      {
        ...tried,
        request_headers: {
          'content-type': 'application/json',
          'webhook-id': exampleId('evt'),
          'webhook-timestamp': '1795168800',
          'webhook-signature': 'v1,…',
        },
        response_body: '',
      },
    ],
  }),
  errors: ['not_found'],
});

export const redeliver = contract({
  ...ofOne,
  operationId: 'redeliverWebhookDelivery',
  params: DeliveryParams,
  summary: 'Deliver again',
  description: 'Restarts the delivery, with the same `webhook-id`.',
  success: json(202, SentView, sent),
  errors: ['not_found', 'invalid_state', 'rate_limit_exceeded'],
});

const since = { since: '2026-11-20T10:00:00.000Z' };

export const redeliverFailed = changeContract({
  ...ofOne,
  operationId: 'redeliverFailedWebhookDeliveries',
  summary: 'Deliver again what failed',
  description:
    'Restarts the deliveries that failed of events that happened at `since` or later, and all that wait for their next attempt. They are sent within a minute or two, with the same `webhook-id`.',
  body: { schema: RedeliverFailed, example: since },
  success: json(202, RestartView, since),
  errors: ['not_found', 'invalid_state', 'rate_limit_exceeded'],
});

export const listTranscriptionDeliveries = contract({
  operationId: 'listTranscriptionDeliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a transcription',
  description:
    'The deliveries of the end of a job to each webhook of the project, within the last 30 days. Empty until the job has ended.',
  params: TranscriptionParams,
  query: none,
  success: json(200, DeliveryPage, { data: [delivery], has_more: false, next_cursor: null }),
  errors: ['not_found', 'expired'],
});
