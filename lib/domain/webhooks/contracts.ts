import * as z from 'zod';
import { changeContract, contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { maxSecrets } from './webhook.ts';
import { subscribable } from './event.ts';
import { NewWebhook, WebhookChange, WebhookPage, WebhookView, WebhookWithSecret } from './views.ts';

export const WebhookParams = z.strictObject({
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
  description: 'Disabling holds its deliveries. Enabling restarts them and delivers the events since then.',
  body: { schema: WebhookChange, example: { status: 'disabled' } },
  success: json(200, WebhookView, { ...webhook, status: 'disabled', disabled_reason: 'requested' }),
  errors: ['not_found'],
});

export const deleteWebhook = contract({
  ...ofOne,
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Stops all deliveries and erases the secret. A repetition changes nothing.',
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
