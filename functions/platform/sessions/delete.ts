import * as contracts from '#lib/domain/auth/contracts.ts';
import { signOutEverywhere, type SignOutDeps } from '#lib/domain/auth/sign-out.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveIdentityProvider } from '../../deps/identity.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<SignOutDeps>) =>
  sessionRoute({ access, contract: contracts.deleteSessions }, async ({ user }) =>
    signOutEverywhere(deps, user),
  );

export const handler = createHandler({ ...liveSessionRoute(), provider: liveIdentityProvider() });
