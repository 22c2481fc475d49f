import { ApiError } from '../api/api-error.ts';
import type { TranscriptionView } from '../api/types.ts';

export const isOnItsWay = ({ status }: Pick<TranscriptionView, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** Longer would hide the progress, which does not end a wait. */
const waitSeconds = 2;

type Follow = {
  /** Asks for the job; the answer may be held back for so many seconds. */
  ask: (wait: number) => Promise<TranscriptionView>;
  pause: (ms: number) => Promise<void>;
};

/** The job as it is, and again and again until it has ended. Somebody with many tabs may have to pause in between. */
export const follow = async function* ({ ask, pause }: Follow): AsyncGenerator<TranscriptionView, void> {
  let job = await ask(0);
  yield job;
  while (isOnItsWay(job)) {
    try {
      job = await ask(waitSeconds);
      yield job;
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterMs === undefined) throw error;
      await pause(error.retryAfterMs);
    }
  }
};
