import type * as z from 'zod';
import type { Json, Schemas } from './schemas.ts';

/** An event as the document shows it. */
export type DocumentedWebhook = {
  /** Its type, "transcription.completed". */
  readonly name: string;
  readonly summary: string;
  readonly payload: z.ZodType;
  readonly example: unknown;
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const signed = [
  header('webhook-id', 'The same in every attempt to deliver the event: use it to drop repetitions.'),
  header(
    'webhook-timestamp',
    'When it was signed, in seconds since 1970. Refuse a delivery that is more than five minutes old.',
  ),
  header(
    'webhook-signature',
    'One or more of `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, as Standard Webhooks defines.',
  ),
];

const operation = ({ name, summary, payload, example }: DocumentedWebhook, schemas: Schemas): Json => ({
  operationId: name.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
  summary,
  security: [],
  parameters: signed,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemas.response(payload), example } },
  },
  responses: {
    '2XX': {
      description:
        'Received. After any other answer, or none in time, the delivery is tried again for about three days.',
    },
    410: { description: 'The receiver wants no more events: the webhook is disabled.' },
  },
});

/** The `webhooks` of an OpenAPI 3.1 document. */
export const webhooksOf = (webhooks: readonly DocumentedWebhook[], schemas: Schemas): Json =>
  Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: operation(webhook, schemas) }]));
