import { log } from '#lib/platform/log.ts';
import { isIdle, isOverlong } from './next-step.ts';
import { allowancePace } from './pace.ts';
import type { Run } from './run.ts';
import type { EndReason, RealtimeSession } from './session.ts';
import { handoverMs, latestHandoverMs, loadMs, parkMs } from './timing.ts';
import { wakeRunner } from './wake-runner.ts';

/** Decides when a runner returns before its session ends, and when a session ends without its client. */
export const openLeaving = ({ deps, held, feed, outbox, nowMs, reachedMs, progress }: Run) => {
  const pace = allowancePace();
  let calledAtMs: number | undefined;

  const giveBack = async (): Promise<RealtimeSession | undefined> => {
    await outbox.drained();
    return deps.sessions.giveBack(held.session, progress());
  };

  const callSuccessor = async (): Promise<void> => {
    calledAtMs = nowMs();
    const { tenant, id } = held.session;
    try {
      await deps.wake({ tenant, id, handover: true });
    } catch (error) {
      log.error('realtime.wake_failed', error, { realtime_session_id: id });
    }
  };

  /** The reason why no more audio is paid for. Undefined if it is paid for, or was so at a check less than a minute ago. */
  const unpaid = async (): Promise<EndReason | undefined> => {
    const heardMs = reachedMs();
    return pace.isDue(heardMs, nowMs()) ? deps.allowance(held.session, heardMs) : undefined;
  };

  return {
    unpaid,
    /**
     * Calls a successor before the time of this function is up. True when the successor may take over. The successor
     * hears undecided audio again.
     */
    handOver: async (remainingMs: number): Promise<boolean> => {
      if (calledAtMs !== undefined) {
        if (nowMs() - calledAtMs < loadMs) return false;
        await giveBack();
        return true;
      }
      const isPause = !feed.isSpeech && !feed.isReady;
      if (remainingMs < latestHandoverMs || (remainingMs < handoverMs && isPause)) await callSuccessor();
      return false;
    },

    /**
     * Returns the lease if the client is silent. True if it did. A message or a connection that comes in the meantime
     * starts a new runner.
     */
    park: async (lastInputMs: number): Promise<boolean> => {
      if (nowMs() - lastInputMs < parkMs || (feed.gap && outbox.target)) return false;
      const returned = await giveBack();
      if (!returned) return true;
      const input = await deps.sessions.readInput(returned, feed.from(returned));
      const { connectionId } = returned;
      const isConnected = connectionId !== null && connectionId !== held.session.connectionId;
      if (feed.add(input) || isConnected) await wakeRunner(deps, returned);
      return true;
    },

    /** The reason why the session ends although its client has not finished. Undefined if it does not end. */
    endReason: async (): Promise<EndReason | undefined> => {
      const { session, heardAt } = held;
      if (isOverlong(session, deps.now())) return 'max_session';
      if (isIdle({ ...session, heardAt }, deps.now())) return 'idle';
      return unpaid();
    },
  };
};
