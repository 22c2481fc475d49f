import type { Context } from 'aws-lambda';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';

/** What every handler gets about its request, besides its parameters. */
export type RequestFacts = {
  /** "POST /v1/transcriptions": part of the scope of an Idempotency-Key. */
  readonly route: string;
  readonly requestId: string;
  /** The time left until Lambda ends the invocation. */
  readonly remainingMs: () => number;
};

export const requestFactsOf = ({ routeKey, requestContext }: Event, context: Context): RequestFacts => ({
  route: routeKey,
  requestId: requestContext.requestId,
  remainingMs: () => context.getRemainingTimeInMillis(),
});
