import type { Context } from 'aws-lambda';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';

/** The facts about its request that every handler gets in addition to the parameters. */
export type RequestFacts = {
  /** "POST /v1/transcriptions": part of the scope of an Idempotency-Key. */
  readonly route: string;
  readonly requestId: string;
  /** Headers by lower-case name. */
  readonly headers: Event['headers'];
  /** The time left until Lambda ends the invocation. */
  readonly remainingMs: () => number;
};

export const requestFactsOf = (
  { routeKey, requestContext, headers }: Event,
  context: Context,
): RequestFacts => ({
  route: routeKey,
  requestId: requestContext.requestId,
  headers,
  remainingMs: () => context.getRemainingTimeInMillis(),
});
