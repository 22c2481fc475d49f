import { type Every, whileBeating } from '#lib/platform/every.ts';
import { log } from '#lib/platform/log.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { heartbeatMs } from './timing.ts';
import type { Claim } from './transcription.ts';

export type LeaseDeps = {
  readonly store: Pick<TranscriptionRepository, 'renewLease'>;
  readonly now: () => Date;
  readonly every: Every;
};

/**
 * Runs `work` while it renews the claim's lease. The signal fires when another attempt took over or the job ended. From
 * then on, writes of this worker are refused.
 */
export const keepLease = async <T>(
  deps: LeaseDeps,
  claim: Claim,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      if (!(await deps.store.renewLease(claim, deps.now())))
        lost.abort(new Error('Another worker holds the job now.'));
    } catch (error) {
      log.error('lease.renewal_failed', error, { transcription_id: claim.id });
    }
  };
  return whileBeating({ every: deps.every, ms: heartbeatMs, beat }, () => work(lost.signal));
};
