import { idempotencyKey } from '../idempotency-key.ts';
import type { Middleware } from './middleware.ts';

/** Parses the header Idempotency-Key; undefined without one. */
export const parseIdempotencyKey = (): Middleware<{ idempotencyKey: string | undefined }> => ({
  before: ({ event, context }) => {
    context.idempotencyKey = idempotencyKey(event.headers);
  },
});
