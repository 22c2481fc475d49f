import { exampleError, requestErrors } from '#lib/platform/http/error-catalogue.ts';
import { errorStatus, type ErrorType } from '#lib/platform/errors.ts';
import { headerRefs } from './headers.ts';
import type { Operation } from './operation.ts';
import type { Json } from './schemas.ts';

/** The error types that every route of this audience can return. */
const common = ({ method, audience, contract }: Operation): ErrorType[] => [
  ...(audience === 'public'
    ? []
    : (['unauthenticated', 'permission_denied', 'rate_limit_exceeded', 'service_unavailable'] as const)),
  'invalid_request',
  ...(contract.body || (method === 'POST' && audience !== 'public')
    ? (['unsupported_media_type', 'payload_too_large'] as const)
    : []),
  ...(contract.body && !contract.repeatable ? (['idempotency_key_reused'] as const) : []),
  'internal_error',
];

/** One response for error types that share a status. */
const errorResponse = (types: readonly ErrorType[], headers: Json): Json => ({
  description: types.map((type) => `\`${type}\`: ${requestErrors[type].when}`).join('\n\n'),
  headers,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ApiError' },
      examples: Object.fromEntries(types.map((type) => [type, { value: exampleError(type) }])),
    },
  },
  'x-error-types': types,
});

/** Whether every answer with these types and this status has a Retry-After. */
const saysWhen = (status: number, types: readonly ErrorType[]): boolean =>
  status === 429 || status === 503 || types.every((type) => type === 'transcription_in_progress');

/** The error responses of a route, by status. */
export const errorResponses = (operation: Operation): Json => {
  const types = new Set([...common(operation), ...operation.contract.errors]);
  const statuses = [...new Set([...types].map((type) => errorStatus[type]))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const alike = [...types].filter((type) => errorStatus[type] === status);
      const keyed = operation.audience === 'api_key';
      // A role is checked after the request was counted; a wrong credential is refused before that.
      const refused = status === 401 || (status === 403 && operation.audience !== 'session');
      const counted = operation.audience !== 'public' && !refused;
      const headers = headerRefs(
        'X-Request-Id',
        ...(counted ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
        ...(keyed && status === 401 ? (['WWW-Authenticate'] as const) : []),
        ...(saysWhen(status, alike) ? (['Retry-After'] as const) : []),
      );
      return [status, errorResponse(alike, headers)];
    }),
  );
};
