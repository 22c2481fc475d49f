import type { Caller } from '#lib/domain/auth/caller.ts';
import { refOf, unknownSession } from './session-of.ts';
import type { SessionRepository } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

export type GetSessionDeps = { readonly sessions: Pick<SessionRepository, 'find'> };

/** A session of the caller's project. Throws `not_found`. */
export const getSession = async (
  { sessions }: GetSessionDeps,
  caller: Caller,
  id: string,
): Promise<RealtimeSession> => {
  const session = await sessions.find(refOf(caller, id));
  if (!session) throw unknownSession();
  return session;
};
