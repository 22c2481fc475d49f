import type { Contract, Nothing } from '#lib/platform/http/contract.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { loggedRoute } from './logged-route.ts';

/** A route of the sign-in flow: the browser opens it without a session. */
export const signInRoute = <Query, Answer>(
  contract: Contract<Nothing, Query, Answer>,
  answer: (event: Event, query: Query) => Promise<Answer>,
) =>
  withLogContext(
    loggedRoute()
      .use(parseParameters(contract))
      .use(errors())
      .handler(async (event, { query }) => contract.success.toReply(await answer(event, query))),
  );
