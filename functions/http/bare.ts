import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { loggedRoute } from './logged-route.ts';

/** A route without a contract or credential that reads its event itself, for requests that match no route. */
export const bareRoute = (answer: (event: Event) => Promise<Reply>) =>
  withLogContext(
    loggedRoute()
      .use(errors())
      .handler((event) => answer(event)),
  );
