import type { Caller } from '#lib/domain/auth/caller.ts';
import { log } from '#lib/platform/log.ts';
import { type ConcludeDeps, concludeSession } from './conclude-session.ts';
import { getSession } from './get-session.ts';
import type { SessionRepository } from './session-repository.ts';
import { isOver, type RealtimeSession } from './session.ts';
import { sendEnd, type SendEndDeps } from './send-end.ts';

export type DeleteSessionDeps = ConcludeDeps &
  SendEndDeps & { readonly sessions: Pick<SessionRepository, 'revoke' | 'cancel' | 'close'> };

/** Ends a session that was not over when it was read. */
const end = async (deps: DeleteSessionDeps, session: RealtimeSession): Promise<void> => {
  const now = deps.now();
  // The session may be connected, or end, between the read and these writes.
  if (await deps.sessions.cancel(session, now)) return;
  const closed = await deps.sessions.close(session, { reason: 'canceled', now });
  if (!closed) return;
  log.info('realtime.canceled', { realtime_session_id: session.id });
  const ended = await concludeSession(deps, closed);
  if (ended) await sendEnd(deps, ended);
};

/**
 * Revokes the credentials of a session and ends it if it is live: decided text is kept, and the audio of decided and
 * sent text is charged. Repeating it has no effect. Throws `not_found` for an id outside the caller's project.
 */
export const deleteSession = async (deps: DeleteSessionDeps, caller: Caller, id: string): Promise<void> => {
  const found = await getSession(deps, caller, id);
  if (!isOver(found)) await end(deps, found);
  // A session that has ended by itself could be resumed for an hour.
  await deps.sessions.revoke(found, deps.now());
};
