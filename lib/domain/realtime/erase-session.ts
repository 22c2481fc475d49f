import { eventsAfter } from './conclude-session.ts';
import type { SessionRepository } from './session-repository.ts';
import type { SessionRef } from './session.ts';

/** Erases the text of an ended session. */
export type EraseSession = (ref: SessionRef) => Promise<void>;

// In turns of this many writes.
const atOnce = 25;

/** Erases the text in the stored events of a session, whose job was deleted. Idempotent. */
export const sessionEraser =
  (sessions: Pick<SessionRepository, 'readEvents' | 'eraseFinal'>): EraseSession =>
  async (ref) => {
    const finals = (await eventsAfter({ sessions }, ref, 0)).flatMap((event) =>
      event.type === 'transcript.final' && event.segment.text !== '' ? [event] : [],
    );
    for (let from = 0; from < finals.length; from += atOnce)
      await Promise.all(finals.slice(from, from + atOnce).map((final) => sessions.eraseFinal(ref, final)));
  };
