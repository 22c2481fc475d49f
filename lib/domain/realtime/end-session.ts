import type * as z from 'zod';
import { type ConcludeDeps, concludeSession } from './conclude-session.ts';
import { isOver, RealtimeSession, SessionRef } from './session.ts';
import { sendEnd, type SendEndDeps } from './send-end.ts';

/** The event of the function that ends sessions. */
export const EndMessage = SessionRef.extend({
  /** What the runner has told the newest connection. */
  told: RealtimeSession.shape.told,
});
export type EndMessage = z.infer<typeof EndMessage>;

/** Has a closed session ended, without waiting for it. */
export type RequestEnd = (message: EndMessage) => Promise<void>;

/**
 * Writes the result of a closed session, ends it, charges for it and tells its client. Repeating it has no effect. It is apart from the
 * runner, which hears what customers send, so that the runner needs no right to write jobs and charges.
 */
export const endSession = async (
  deps: ConcludeDeps & SendEndDeps,
  { told, ...ref }: EndMessage,
): Promise<void> => {
  const session = await deps.sessions.find(ref);
  if (!session || session.endReason === null) return;
  const ended = isOver(session) ? session : await concludeSession(deps, session);
  if (ended) await sendEnd(deps, { ...ended, told });
};
