import * as contracts from '#lib/domain/auth/contracts.ts';
import { signOut, type SignOutDeps } from '#lib/domain/auth/sign-out.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveIdentityProvider } from '../../deps/identity.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<SignOutDeps>) =>
  sessionRoute({ access, contract: contracts.deleteSession }, async ({ session }) => signOut(deps, session));

const table = liveTable();
export const handler = createHandler({
  access: liveConsole(table),
  table,
  provider: liveIdentityProvider(),
  now,
});
