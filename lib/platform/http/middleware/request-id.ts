import { type Middleware, onAnswer } from './middleware.ts';

/** Adds X-Request-Id to every answer. */
export const requestId = (): Middleware =>
  onAnswer((response, { event }) => ({
    ...response,
    headers: { ...response.headers, 'x-request-id': event.requestContext.requestId },
  }));
