import { sweepEach } from '#lib/platform/due-index/sweep-each.ts';
import { later } from '#lib/platform/durations.ts';
import { sessionLogFields } from './log-fields.ts';
import { decidedByte, isUndecided } from './marks.ts';
import { nextStep } from './next-step.ts';
import type { DueSession, SessionRepository } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';
import { sweepMs } from './timing.ts';
import { wakeRunner, type WakeDeps } from './wake-runner.ts';

export type SweepSessionsDeps = WakeDeps & {
  readonly sessions: Pick<SessionRepository, 'listDue' | 'rescheduleSweep' | 'readInput' | 'expire'>;
};

/**
 * Whether there is input that the last runner had not read when it returned. The first page tells it, because each
 * `finish` comes first, and then the last `finalize`.
 */
const hasUnread = async ({ sessions }: SweepSessionsDeps, session: RealtimeSession): Promise<boolean> => {
  const from = { afterFrame: session.readThrough - 1, fromMark: decidedByte(session) };
  const { frames, marks } = await sessions.readInput(session, from);
  return frames.length > 0 || marks.some((mark) => isUndecided(session, mark));
};

const handle = async (deps: SweepSessionsDeps, due: DueSession): Promise<boolean> => {
  const now = deps.now();
  const session = await deps.sessions.rescheduleSweep(due, later(now, sweepMs));
  if (!session) return false;
  const step = nextStep(session, session.status === 'live' && (await hasUnread(deps, session)), now);
  if (step === 'expire') return (await deps.sessions.expire(due.ref, now)) !== undefined;
  if (step === 'wake') await wakeRunner(deps, session);
  return step === 'wake';
};

/**
 * Handles the sessions that are due: expires those that were never connected, and starts a runner for those that have
 * stopped.
 */
export const sweepSessions = (deps: SweepSessionsDeps): Promise<void> =>
  sweepEach({
    now: deps.now,
    concurrency: 4,
    list: (at, from) => deps.sessions.listDue(at, from),
    logFields: ({ ref }) => sessionLogFields(ref),
    handle: (due) => handle(deps, due),
  });
