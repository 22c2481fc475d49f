import * as z from 'zod';
import { contract, json } from '#lib/platform/http/contract.ts';
import { modeField, none, pathId } from '#lib/platform/http/parameters.ts';
import { RequestView } from './view.ts';

/** Ids of API Gateway are shorter than this. DynamoDB refuses to look for a key of more than 1 KB. */
const maxIdLength = 128;

const request_id = z
  .string()
  .max(maxIdLength)
  .meta({ description: 'The `X-Request-Id` of its answer.', examples: ['WQyX1hQ8joEEPeg='] });

const ofOne = {
  tag: 'Usage',
  summary: 'Look up a request',
  description: [
    'What a request of the last seven days was and how it was answered. Requests are recorded if they failed, or if they create, change or delete something. Requests are not recorded if they were refused because of their key or its rate limit, or if their path or method does not exist.',
    'Neither bodies nor texts are kept.',
  ].join('\n'),
  success: json(200, RequestView, {
    request_id: 'WQyX1hQ8joEEPeg=',
    mode: 'live',
    key_id: 'h8Fk2LmQ7sT4vX1z',
    route: 'POST /v1/transcriptions',
    status: 409,
    error_type: 'upload_already_consumed',
    location: null,
    client_request_id: 'order-7',
    at: '2026-11-20T10:00:00.000Z',
    duration_ms: 41,
  }),
  errors: ['not_found'],
} as const;

export const getRequest = contract({
  ...ofOne,
  operationId: 'getRequest',
  params: z.strictObject({ request_id }),
  query: none,
});

export const getProjectRequest = contract({
  ...ofOne,
  operationId: 'getProjectRequest',
  params: z.strictObject({
    project_id: pathId('prj', 'A project of one of your organizations.'),
    request_id,
  }),
  query: z.strictObject({ mode: modeField }),
});
