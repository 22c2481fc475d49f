import { clientRequestId } from '../client-request-id.ts';
import { type Middleware, onAnswer } from './middleware.ts';

/** Adds X-Request-Id to every answer, and the caller's own id if there is one. */
export const requestId = (): Middleware =>
  onAnswer((response, { event }) => {
    const own = clientRequestId(event);
    return {
      ...response,
      headers: {
        ...response.headers,
        'x-request-id': event.requestContext.requestId,
        ...(own !== undefined && { 'x-client-request-id': own }),
      },
    };
  });
