import type { Contract, Nothing } from '#lib/platform/http/contract.ts';
import { publicCaching } from '#lib/platform/http/middleware/caching.ts';
import { anyOrigin } from '#lib/platform/http/middleware/any-origin.ts';
import { entityTag } from '#lib/platform/http/middleware/entity-tag.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { loggedRoute } from './logged-route.ts';

/** Everything on which a public answer depends. */
type Asked = {
  /** The header Accept. */
  readonly accept: string | undefined;
  /** The origin of the address that was called: "https://api.example". */
  readonly origin: string;
};

const askedOf = ({ headers, requestContext }: Event): Asked => ({
  accept: headers['accept'],
  origin: `${headers['x-forwarded-proto'] ?? 'https'}://${requestContext.domainName}`,
});

/** A route without a key. It gives every caller the same answer, and pages of other origins may read it. */
export const publicRoute = <Answer>(
  contract: Contract<Nothing, Nothing, Answer>,
  answer: (asked: Asked) => Promise<Answer>,
) =>
  withLogContext(
    loggedRoute()
      .use(anyOrigin())
      .use(publicCaching())
      .use(entityTag())
      .use(parseParameters(contract))
      .use(errors())
      .handler(async (event) => contract.success.toReply(await answer(askedOf(event)))),
  );
