import { eventsAfter } from './conclude-session.ts';
import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { errorEvent } from './errors.ts';
import { viewEvent } from './event-view.ts';
import type { Moments } from './moments.ts';
import type { Outbox } from './outbox.ts';
import type { SessionRepository } from './session-repository.ts';
import { type RealtimeSession, toldThrough } from './session.ts';

type GreeterDeps = {
  readonly sessions: Pick<SessionRepository, 'issueResume' | 'readEvents'>;
  readonly newToken: () => string;
  readonly now: () => Date;
  readonly held: { session: RealtimeSession };
  readonly outbox: Outbox;
  readonly events: Moments;
};

/** Tells each new connection from which byte to send, and sends the events that it has missed. */
export const openGreeter = ({ sessions, newToken, now, held, outbox, events }: GreeterDeps) => {
  let current = 0;

  /** A new token for the connection; undefined if it is no longer the newest one. */
  const issueToken = async (): Promise<string | undefined> => {
    const token = newToken();
    return (await sessions.issueResume(held.session, hashSecret(token))) ? token : undefined;
  };

  return {
    /** The last event sent to the newest connection, by this or an earlier runner. */
    get told(): RealtimeSession['told'] {
      return outbox.hasSent ? { connection: current, eventId: outbox.told } : held.session.told;
    },
    /** Greets the newest connection once. Its client sends its audio from `nextOffset` on. */
    greet: async (nextOffset: number): Promise<void> => {
      const { id, requestId, connection, connectionId, connectedAt, told } = held.session;
      if (connection === current || connectionId === null) return;
      const isGreeted = told?.connection === connection;
      const token = isGreeted ? undefined : await issueToken();
      if (!isGreeted && token === undefined) return;
      current = connection;
      const after = toldThrough(held.session);
      const farewell = errorEvent(id, now(), { type: 'connection_replaced', requestId, fatal: true });
      outbox.switchTo({ id: connectionId, openedAtMs: Date.parse(connectedAt ?? '') }, after, farewell);
      if (token !== undefined) outbox.send(events.started(held.session, token, nextOffset));
      for (const event of await eventsAfter({ sessions }, held.session, after))
        outbox.send(viewEvent(held.session, event), event.id);
    },
  };
};
