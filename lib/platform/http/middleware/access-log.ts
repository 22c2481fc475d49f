import { errorStatus } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type Middleware, onAnswer } from './middleware.ts';

type Internal = { startedAt: number };

/** Logs one line for each answer, with its status and duration. */
export const accessLog = (): Middleware<unknown, Internal> => ({
  before: ({ internal }) => {
    internal.startedAt = performance.now();
  },
  ...onAnswer<Internal>(({ statusCode: status }, { event, internal }) => {
    const duration_ms = Math.round(performance.now() - internal.startedAt);
    const notOffered = status === errorStatus.capability_unavailable && { not_offered: true };
    log.info('request.answered', { route: event.routeKey, status, duration_ms, ...notOffered });
  }),
});
