import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { personKey } from './person.ts';
import { endSession } from './session-repository.ts';
import type { Session, User } from './session.ts';
import type { IdentityProvider } from './sign-in/identity-provider.ts';

export const SignedOut = z
  .object({
    end_session_url: z.url().nullable().meta({
      description:
        'The page that signs the browser out of the identity provider; null if the provider has none.',
    }),
  })
  .meta({ id: 'SignedOut', description: 'An ended session.' });
export type SignedOut = z.infer<typeof SignedOut>;

export type SignOutDeps = {
  readonly table: Pick<Table, 'update'>;
  readonly provider: Pick<IdentityProvider, 'endSessionUrl'>;
  readonly now: () => Date;
};

const signedOut = async (provider: SignOutDeps['provider']): Promise<SignedOut> => {
  const url = await provider.endSessionUrl().catch((error: unknown) => {
    log.error('sign_in.failed', error);
    return null;
  });
  return { end_session_url: url };
};

/** Ends the session, also when the identity provider is unreachable. */
export const signOut = async (
  { table, provider, now }: SignOutDeps,
  session: Session,
): Promise<SignedOut> => {
  await endSession(table, session.id, now());
  log.info('session.ended', { user_id: session.user.id });
  return signedOut(provider);
};

/** Ends all sessions of the person, in every browser. */
export const signOutEverywhere = async (
  { table, provider, now }: SignOutDeps,
  { id }: Pick<User, 'id'>,
): Promise<SignedOut> => {
  const values = { ':now': now().toISOString() };
  await table.update({ key: personKey(id), set: 'SET signedOutAt = :now', values });
  log.info('sessions.ended', { user_id: id });
  return signedOut(provider);
};
