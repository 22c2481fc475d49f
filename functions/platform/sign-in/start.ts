import * as contracts from '#lib/domain/auth/contracts.ts';
import { startSignIn, type StartSignInDeps } from '#lib/domain/auth/sign-in/start-sign-in.ts';
import { now } from '../../deps/clock.ts';
import { liveIdentityProvider, liveSignInSecret } from '../../deps/identity.ts';
import { signInRoute } from '../../http/sign-in.ts';

export const createHandler = (deps: StartSignInDeps) =>
  signInRoute(contracts.startSignIn, async (_event, query) => startSignIn(deps, query.return_to));

export const handler = createHandler({
  provider: liveIdentityProvider(),
  secret: liveSignInSecret(),
  now,
});
