import type { Caller } from '#lib/domain/auth/caller.ts';
import { log } from '#lib/platform/log.ts';
import { type ConcludeDeps, concludeSession } from './conclude-session.ts';
import { getSession } from './get-session.ts';
import type { SessionRepository } from './session-repository.ts';
import { isOver } from './session.ts';
import { sendEnd, type SendEndDeps } from './send-end.ts';

export type DeleteSessionDeps = ConcludeDeps &
  SendEndDeps & { readonly sessions: Pick<SessionRepository, 'revoke' | 'cancel' | 'close'> };

/**
 * Revokes the credentials of a session and ends it if it is live: decided text is kept, and the audio of decided and
 * sent text is charged. Repeating it has no effect. Throws `not_found` for an id outside the caller's project.
 */
export const deleteSession = async (deps: DeleteSessionDeps, caller: Caller, id: string): Promise<void> => {
  const found = await getSession(deps, caller, id);
  const now = deps.now();
  // A session that ended by itself could be resumed for an hour.
  await deps.sessions.revoke(found, now);
  if (isOver(found)) return;
  // The session may be connected, or end, between the read and these writes.
  if (await deps.sessions.cancel(found, now)) return;
  const closed = await deps.sessions.close(found, { reason: 'canceled', now });
  if (!closed) return;
  log.info('realtime.canceled', { realtime_session_id: id });
  const ended = await concludeSession(deps, closed);
  if (ended) await sendEnd(deps, ended);
};
