import { someAtOnce } from '#lib/platform/some-at-once.ts';
import { eventsAfter } from './conclude-session.ts';
import type { FinalEvent, SessionEvent, TranslationEvent } from './events.ts';
import type { SessionRepository } from './session-repository.ts';
import type { SessionRef } from './session.ts';

/** Erases the text of an ended session. */
export type EraseSession = (ref: SessionRef) => Promise<void>;

// The number of writes at once.
const atOnce = 25;

const hasText = (event: SessionEvent): event is FinalEvent | TranslationEvent =>
  (event.type === 'transcript.final' && event.segment.text !== '') ||
  (event.type === 'translation.final' && event.text !== '');

/** Erases the text in the stored events of a session, whose job was deleted. Idempotent. */
export const sessionEraser =
  (sessions: Pick<SessionRepository, 'readEvents' | 'eraseText'>): EraseSession =>
  async (ref) => {
    const texts = (await eventsAfter({ sessions }, ref, 0)).filter(hasText);
    await someAtOnce(texts, atOnce, (event) => sessions.eraseText(ref, event));
  };
