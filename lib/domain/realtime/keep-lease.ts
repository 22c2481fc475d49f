import { whileBeating } from '#lib/platform/every.ts';
import { log } from '#lib/platform/log.ts';
import type { Run } from './run.ts';
import { isOver, type RealtimeSession } from './session.ts';
import { beatMs, renewMs, watchMs } from './timing.ts';

/** Keeps the lease of a runner, even while it recognizes. */
export const openKeeper = ({ deps, held, nowMs, progress }: Run) => {
  let renewedAtMs = nowMs();
  let seenAtMs = renewedAtMs;

  /** Continues with the session as it is stored. False if there is none, because then the lease is lost. */
  const take = (stored: RealtimeSession | undefined): boolean => {
    if (!stored) return false;
    seenAtMs = nowMs();
    held.session = stored;
    return true;
  };

  /** Like `take`, after a write that renews the lease. */
  const takeRenewed = (renewed: RealtimeSession | undefined): boolean => {
    if (renewed) renewedAtMs = nowMs();
    return take(renewed);
  };

  /** The session with the changes of others, while this runner holds the lease. */
  const watch = async (): Promise<RealtimeSession | undefined> => {
    const { tenant, id, epoch } = held.session;
    const found = await deps.sessions.find({ tenant, id });
    return found && found.epoch === epoch && !isOver(found) ? found : undefined;
  };

  /** False if the lease is lost. */
  const keep = async (): Promise<boolean> => {
    const isOld = nowMs() - renewedAtMs >= renewMs;
    if (!isOld && nowMs() - seenAtMs < watchMs) return true;
    return isOld
      ? takeRenewed(await deps.sessions.renewLease(held.session, progress()))
      : take(await watch());
  };

  const beat = async (): Promise<void> => {
    try {
      await keep();
    } catch (error) {
      log.error('lease.renewal_failed', error, { realtime_session_id: held.session.id });
    }
  };

  return {
    keep,
    /** Records how far the next text reaches; this write also renews the lease. False if nothing more may be sent. */
    noteTold: async (toldMs: number): Promise<boolean> =>
      takeRenewed(await deps.sessions.noteTold(held.session, toldMs, progress())),
    /** Renews the lease while `work` runs. `work` itself must not write. */
    during: <T>(work: () => Promise<T>): Promise<T> =>
      whileBeating({ every: deps.every, ms: beatMs, beat }, work),
  };
};
export type Keeper = ReturnType<typeof openKeeper>;
