import * as z from 'zod';
import { log } from '#lib/platform/log.ts';
import type { SessionRepository } from './session-repository.ts';
import { hasRunner, type RealtimeSession, SessionRef } from './session.ts';
import { wakeMs } from './timing.ts';

/** The event of the runner's function. */
export const RunMessage = SessionRef.extend({
  /** The previous runner still holds the session, and will return it soon. */
  handover: z.boolean().optional(),
});
export type RunMessage = z.infer<typeof RunMessage>;

/** Starts a runner, without waiting for it. */
export type Wake = (message: RunMessage) => Promise<void>;

export type WakeDeps = {
  readonly sessions: Pick<SessionRepository, 'noteWake'>;
  readonly wake: Wake;
  readonly now: () => Date;
};

/**
 * Starts a runner unless the session has one, or one was started a moment ago. If the start is lost, the sweeper
 * repeats it within a minute.
 */
export const wakeRunner = async (deps: WakeDeps, session: RealtimeSession): Promise<void> => {
  const now = deps.now();
  const { tenant, id, wokenAt } = session;
  if (hasRunner(session, now)) return;
  if (wokenAt !== null && now.getTime() - Date.parse(wokenAt) <= wakeMs) return;
  try {
    if (await deps.sessions.noteWake({ tenant, id }, now)) await deps.wake({ tenant, id });
  } catch (error) {
    log.error('realtime.wake_failed', error, { realtime_session_id: id });
  }
};
