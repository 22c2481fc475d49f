import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { type IsSigned, signature } from './signature.ts';
import { loggedRoute } from './logged-route.ts';

/** The route for the payment provider's signed events. `isSigned` is undefined if the deployment sells nothing. */
export const paymentEventRoute = (
  isSigned: IsSigned | undefined,
  receive: (signed: unknown) => Promise<Reply>,
) =>
  withLogContext(
    loggedRoute()
      .use(signature(isSigned))
      .use(errors())
      .handler((_event, { signed }) => receive(signed)),
  );
