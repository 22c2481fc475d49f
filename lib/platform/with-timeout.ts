/** Rejects with the reason of `signal` when it fires. */
const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

type Limit = {
  readonly ms: number;
  /** The error of a timeout. */
  readonly failure: () => Error;
  /** Ends the step early: the promise rejects with its reason. */
  readonly stop?: AbortSignal;
};

/**
 * Runs a step for at most `limit.ms`. Its signal fires at the timeout or at `stop`. A step that ignores the signal is
 * abandoned.
 */
export const withTimeout = async <T>(limit: Limit, step: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(limit.failure()), limit.ms);
  const signal = limit.stop ? AbortSignal.any([limit.stop, late.signal]) : late.signal;
  try {
    return await Promise.race([rejection(signal), step(signal)]);
  } finally {
    clearTimeout(timer);
  }
};
