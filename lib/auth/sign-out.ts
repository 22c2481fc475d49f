import * as z from 'zod';
import type { Table } from '#lib/aws/table.ts';
import { log } from '#lib/log.ts';
import { endSession, type Session } from './sessions.ts';
import type { IdentityProvider } from './sign-in/identity-provider.ts';

export const SignedOut = z
  .object({
    end_session_url: z.url().nullable().meta({
      description:
        'Where the browser signs out of the identity provider too; null when it has no such place.',
    }),
  })
  .meta({ id: 'SignedOut', description: 'The session is over.' });
export type SignedOut = z.infer<typeof SignedOut>;

export type SignOutDeps = {
  readonly table: Pick<Table, 'update'>;
  readonly provider: Pick<IdentityProvider, 'endSessionUrl'>;
  readonly now: () => Date;
};

/** Ends the session, whether or not the identity provider can be reached. */
export const signOut = async (
  { table, provider, now }: SignOutDeps,
  session: Session,
): Promise<SignedOut> => {
  await endSession(table, session.id, now());
  const url = await provider.endSessionUrl().catch((error: unknown) => {
    log.error('sign_in.failed', error);
    return null;
  });
  return { end_session_url: url };
};
