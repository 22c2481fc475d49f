import { assertSameOrigin } from '../cross-site.ts';
import type { Middleware } from './middleware.ts';

/** Refuses a request that changes something unless a page of `origin` sends it. */
export const sameOrigin = (origin: string): Middleware => ({
  before: ({ event }) => assertSameOrigin(event, origin),
});
