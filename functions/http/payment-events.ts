import middy from '@middy/core';
import { accessLog } from '#lib/platform/http/middleware/access-log.ts';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { type IsSigned, signature } from './signature.ts';

/** The route for the payment provider's signed events. `isSigned` is undefined if the deployment sells nothing. */
export const paymentEventRoute = (
  isSigned: IsSigned | undefined,
  receive: (signed: unknown) => Promise<Reply>,
) =>
  withLogContext(
    middy<Event, Reply>()
      .use(accessLog())
      .use(compression())
      .use(requestId())
      .use(signature(isSigned))
      .use(errors())
      .handler((_event, { signed }) => receive(signed)),
  );
