import middy from '@middy/core';
import { accessLog } from '#lib/platform/http/middleware/access-log.ts';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import type { Reply } from '#lib/platform/http/reply.ts';

/** A route without a contract or credential that reads its event itself: payment events, and requests that match no route. */
export const bareRoute = (answer: (event: Event) => Promise<Reply>) =>
  withLogContext(
    middy<Event, Reply>()
      .use(accessLog())
      .use(compression())
      .use(requestId())
      .use(errors())
      .handler((event) => answer(event)),
  );
