import { log } from '#lib/platform/log.ts';
import type { Run } from './run.ts';
import { renewMs } from './timing.ts';

/** Keeps the lease of a runner, also while it recognizes. */
export const openKeeper = ({ deps, held, nowMs, progress }: Run) => {
  let renewedAtMs = nowMs();

  /** False if the lease is lost. */
  const keep = async (): Promise<boolean> => {
    if (nowMs() - renewedAtMs < renewMs) return true;
    const renewed = await deps.sessions.renewLease(held.session, progress());
    if (!renewed) return false;
    renewedAtMs = nowMs();
    held.session = renewed;
    return true;
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
    /** Renews the lease while `work` lasts, which writes nothing. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      let beats: Promise<unknown> = Promise.resolve();
      const stop = deps.every(renewMs, () => {
        beats = Promise.all([beats, beat()]);
      });
      try {
        return await work();
      } finally {
        stop();
        // A renewal that ends later would put back the session as it was before the next write.
        await beats;
      }
    },
  };
};
export type Keeper = ReturnType<typeof openKeeper>;
