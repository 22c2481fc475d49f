import type { Json } from './schemas.ts';

/** Headers of answers, by the names callers know them by. */
export const headers = {
  'X-Request-Id': {
    required: true,
    description: 'Names this request; tell it when you ask us about one.',
    schema: { type: 'string', minLength: 1 },
  },
  'RateLimit-Policy': {
    description:
      'The rate limit of the key, at the console of the person (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"requests";q=60;w=60'] },
  },
  RateLimit: {
    description: 'What is left of it, and in how many seconds more is free.',
    schema: { type: 'string', examples: ['"requests";r=59;t=60'] },
  },
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
  // Amazon renames it on its way out in some kinds of API.
  'WWW-Authenticate': { schema: { const: 'Bearer' } },
  'Idempotent-Replayed': {
    description: 'Present when an earlier request with this Idempotency-Key made what is answered.',
    schema: { const: 'true' },
  },
  Allow: {
    required: true,
    description: 'The methods that are possible at this path.',
    schema: { type: 'string', examples: ['GET, OPTIONS'] },
  },
  'Content-Disposition': { required: true, schema: { type: 'string' } },
} as const satisfies Record<string, Json>;

/** References to some of them, for one answer. */
export const headerRefs = (...names: readonly (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
