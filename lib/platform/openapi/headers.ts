import { idPattern } from '#lib/platform/ids.ts';
import type { Json } from './schemas.ts';

/** Response headers. */
export const headers = {
  'X-Request-Id': {
    required: true,
    description: 'The id of this request. Include it when you ask for help.',
    schema: { type: 'string', minLength: 1 },
  },
  'X-Client-Request-Id': {
    description: 'Your own id of the request, if you sent one of at most 200 printable ASCII characters.',
    schema: { type: 'string' },
  },
  ETag: { required: true, schema: { type: 'string', examples: ['W/"gqTzB1…"'] } },
  'Access-Control-Allow-Origin': { required: true, schema: { const: '*' } },
  Location: {
    required: true,
    description: 'The path of the created object, or where to redirect the browser.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'RateLimit-Policy': {
    description:
      'The rate limit of the key, or of the person at the console (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"requests";q=60;w=60'] },
  },
  RateLimit: {
    description: 'The remaining requests, and the seconds until the next one becomes free.',
    schema: { type: 'string', examples: ['"requests";r=59;t=60'] },
  },
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before a retry.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
  // API Gateway renames it in responses of some API types.
  'WWW-Authenticate': { schema: { const: 'Bearer' } },
  'Idempotent-Replayed': {
    description:
      'Present when an earlier request created the result: one with this Idempotency-Key, or a retry of the same job.',
    schema: { const: 'true' },
  },
  'Content-Disposition': {
    description: 'The name of an answer that is a file.',
    schema: { type: 'string', examples: ['attachment; filename="call.srt"'] },
  },
  'X-Transcription-Id': {
    required: true,
    description: 'The id of the job, for answers whose body does not contain it, too.',
    schema: { type: 'string', pattern: idPattern('ofq').source },
  },
} as const satisfies Record<string, Json>;

export type ResponseHeader = keyof typeof headers;

/** References to response headers. */
export const headerRefs = (...names: readonly ResponseHeader[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
