import type { Context } from 'aws-lambda';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';

/** What every handler may know of its request. */
export type Asked = {
  /** "POST /v1/transcriptions": part of the scope of an Idempotency-Key. */
  readonly route: string;
  readonly requestId: string;
  /** Until Lambda ends the function. */
  readonly remainingMs: () => number;
};

export const askedOf = ({ routeKey, requestContext }: Event, context: Context): Asked => ({
  route: routeKey,
  requestId: requestContext.requestId,
  remainingMs: () => context.getRemainingTimeInMillis(),
});
