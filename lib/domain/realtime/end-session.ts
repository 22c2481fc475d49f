import type * as z from 'zod';
import { type ConcludeDeps, concludeSession } from './conclude-session.ts';
import { isOver, RealtimeSession, SessionRef } from './session.ts';
import { sendEnd, type SendEndDeps } from './send-end.ts';

/** The event of the function that ends sessions. */
export const EndMessage = SessionRef.extend({
  /** The last event that the runner has sent to the newest connection. */
  told: RealtimeSession.shape.told,
});
export type EndMessage = z.infer<typeof EndMessage>;

/** Requests that a closed session is ended, without waiting for it. */
export type RequestEnd = (message: EndMessage) => Promise<void>;

/**
 * Writes the result of a closed session, ends it, charges for it and tells its client. Repeating it has no effect. This
 * is a function of its own, so that the runner, which processes data of customers, needs no right to write jobs and
 * charges.
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
