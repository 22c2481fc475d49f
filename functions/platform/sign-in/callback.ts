import * as contracts from '#lib/domain/auth/contracts.ts';
import { finishSignIn, type FinishSignInDeps } from '#lib/domain/auth/sign-in/finish-sign-in.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import { now } from '../../deps/clock.ts';
import { liveIdentityProvider, liveSignInSecret } from '../../deps/identity.ts';
import { liveTable } from '../../deps/table.ts';
import { signInRoute } from '../../http/sign-in.ts';

export const createHandler = (deps: FinishSignInDeps) =>
  signInRoute(contracts.finishSignIn, async ({ cookies = [], headers, rawPath, rawQueryString }) =>
    finishSignIn(deps, { cookies, userAgent: headers['user-agent'], path: rawPath, query: rawQueryString }),
  );

export const handler = createHandler({
  table: liveTable(),
  provider: liveIdentityProvider(),
  origin: readConfig({ CONSOLE_ORIGIN: textVariable }).CONSOLE_ORIGIN,
  secret: liveSignInSecret(),
  now,
});
