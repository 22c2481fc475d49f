import { eventsAfter } from './conclude-session.ts';
import type { Connections } from './connections.ts';
import { viewEvent } from './event-view.ts';
import type { SessionRepository } from './session-repository.ts';
import { type RealtimeSession, toldThrough } from './session.ts';

export type SendEndDeps = Connections & { readonly sessions: Pick<SessionRepository, 'readEvents'> };

/**
 * Sends the connection of an ended session the events that it has not received, `session.finished` last, and closes it.
 */
export const sendEnd = async (deps: SendEndDeps, session: RealtimeSession): Promise<void> => {
  const { connectionId } = session;
  if (connectionId === null) return;
  for (const event of await eventsAfter(deps, session, toldThrough(session)))
    if (!(await deps.post(connectionId, viewEvent(session, event)))) return;
  await deps.close(connectionId);
};
