import { ApiError } from '../api/api-error.ts';
import type { TranscriptionView } from '../api/types.ts';

export const isUnfinished = ({ status }: Pick<TranscriptionView, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** Short, because a change of progress does not end the wait; only a change of status does. */
const waitSeconds = 2;

type Follow = {
  /** Long poll of at most `wait` seconds. */
  getJob: (wait: number) => Promise<TranscriptionView>;
  sleep: (ms: number) => Promise<void>;
};

/** Yields the job until it has ended. Sleeps when too many open tabs wait at once (status 429). */
export const follow = async function* ({ getJob, sleep }: Follow): AsyncGenerator<TranscriptionView, void> {
  let job = await getJob(0);
  yield job;
  while (isUnfinished(job)) {
    try {
      job = await getJob(waitSeconds);
      yield job;
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterMs === undefined) throw error;
      await sleep(error.retryAfterMs);
    }
  }
};
