import middy from '@middy/core';
import type { Contract, Nothing } from '#lib/platform/http/contract.ts';
import { accessLog } from '#lib/platform/http/middleware/access-log.ts';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import type { Reply } from '#lib/platform/http/reply.ts';

/** A route of the sign-in flow: the browser opens it without a session. */
export const signInRoute = <Query, Answer>(
  contract: Contract<Nothing, Query, Answer>,
  answer: (event: Event, query: Query) => Promise<Answer>,
) =>
  withLogContext(
    middy<Event, Reply>()
      .use(accessLog())
      .use(compression())
      .use(requestId())
      .use(parseParameters(contract))
      .use(errors())
      .handler(async (event, { query }) => contract.success.toReply(await answer(event, query))),
  );
