import { idempotencyKey } from '../idempotency-key.ts';
import type { Middleware } from './middleware.ts';

/** Parses the header Idempotency-Key of a POST. Undefined if there is none. Other methods are already idempotent. */
export const parseIdempotencyKey = (): Middleware<{ idempotencyKey: string | undefined }> => ({
  before: ({ event, context }) => {
    const isPost = event.requestContext.http.method === 'POST';
    context.idempotencyKey = isPost ? idempotencyKey(event.headers) : undefined;
  },
});
