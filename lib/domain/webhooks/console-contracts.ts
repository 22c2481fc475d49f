import * as z from 'zod';
import { changeContract, contract, createContract, json } from '#lib/platform/http/contract.ts';
import { exampleId, modeField, pathId } from '#lib/platform/http/parameters.ts';
import { pageQuery } from '#lib/platform/http/list-rows.ts';
import * as api from './contracts.ts';
import { DeliveryPage, NewProjectWebhook, SentView } from './views.ts';

// The API's own contracts, authenticated by session instead of key, so each request names its project and mode.
const project = {
  project_id: pathId('prj', 'The project that the webhook belongs to.'),
  mode: modeField,
};
const InProject = z.strictObject(project);

export const registerWebhook = createContract({
  ...api.createWebhook,
  operationId: 'registerProjectWebhook',
  body: {
    schema: NewProjectWebhook,
    example: { project_id: exampleId('prj'), url: 'https://hooks.example.com/earshot' },
  },
  // A Location would be a path of the API, which a session does not open.
  location: undefined,
  errors: [...api.createWebhook.errors, 'not_found'],
});

export const listWebhooks = contract({
  ...api.listWebhooks,
  operationId: 'listProjectWebhooks',
  query: InProject,
  errors: ['not_found'],
});

export const getWebhook = contract({
  ...api.getWebhook,
  operationId: 'getProjectWebhook',
  query: InProject,
});

export const changeWebhook = changeContract({
  ...api.changeWebhook,
  operationId: 'changeProjectWebhook',
  query: InProject,
});

export const deleteWebhook = contract({
  ...api.deleteWebhook,
  operationId: 'deleteProjectWebhook',
  query: InProject,
});

export const rotateSecret = contract({
  ...api.rotateSecret,
  operationId: 'rotateProjectWebhookSecret',
  query: InProject,
});

const ofOne = { tag: 'Webhooks', params: api.WebhookParams, query: InProject } as const;

export const testWebhook = contract({
  ...ofOne,
  operationId: 'testWebhook',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test`, also if the webhook did not subscribe to it. Its delivery appears in the list.',
  success: json(202, SentView, { event_id: exampleId('evt') }),
  errors: ['not_found', 'invalid_state', 'rate_limit_exceeded'],
});

export const listDeliveries = contract({
  ...ofOne,
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  description: 'Deliveries of the last 30 days, newest first. Of responses only the status is kept.',
  query: pageQuery('dlv').extend(project),
  success: json(200, DeliveryPage, {
    data: [
      {
        id: exampleId('dlv'),
        event_id: exampleId('evt'),
        event_type: 'transcription.completed',
        url: null,
        status: 'delivered',
        attempts: [{ at: '2026-11-20T10:00:00.000Z', status_code: 204, error: null, duration_ms: 85 }],
        next_attempt_at: null,
        created_at: '2026-11-20T10:00:00.000Z',
      },
    ],
    has_more: false,
    next_cursor: null,
  }),
  errors: ['not_found'],
});

export const redeliver = contract({
  ...ofOne,
  operationId: 'redeliver',
  params: api.WebhookParams.extend({ delivery_id: pathId('dlv', 'The id of one of its deliveries.') }),
  summary: 'Deliver again',
  description: 'Restarts the delivery, with the same `webhook-id`.',
  success: json(202, SentView, { event_id: exampleId('evt') }),
  errors: ['not_found', 'invalid_state', 'rate_limit_exceeded'],
});
