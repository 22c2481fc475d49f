import type { Caller } from '#lib/domain/auth/caller.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import type { SessionRepository } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

export type GetSessionDeps = { readonly sessions: Pick<SessionRepository, 'find'> };

/**
 * A session of the caller's project. Throws the same `not_found` for a malformed id, an unknown id and an id of another
 * project.
 */
export const getSession = async (
  { sessions }: GetSessionDeps,
  { tenant }: Caller,
  id: string,
): Promise<RealtimeSession> => {
  const session = isId('rts', id) ? await sessions.find({ tenant, id }) : undefined;
  if (session) return session;
  throw new AppError('not_found', 'There is no realtime session with this id in your project.');
};
