import * as contracts from '#lib/domain/auth/contracts.ts';
import { signOut, type SignOutDeps } from '#lib/domain/auth/sign-out.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveIdentityProvider } from '../../deps/identity.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<SignOutDeps>) =>
  sessionRoute({ access, contract: contracts.deleteSession }, async ({ session }) => signOut(deps, session));

export const handler = createHandler({ ...liveSessionRoute(), provider: liveIdentityProvider() });
