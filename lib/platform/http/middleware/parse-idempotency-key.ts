import { idempotencyKey } from '../idempotency-key.ts';
import type { Middleware } from './middleware.ts';

/** Parses the header Idempotency-Key of any POST; undefined without one. Other methods are idempotent by themselves. */
export const parseIdempotencyKey = (): Middleware<{ idempotencyKey: string | undefined }> => ({
  before: ({ event, context }) => {
    const isPost = event.requestContext.http.method === 'POST';
    context.idempotencyKey = isPost ? idempotencyKey(event.headers) : undefined;
  },
});
