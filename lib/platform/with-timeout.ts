/** The reason of `signal` as a rejection, once it fires. */
const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

type Limit = {
  readonly ms: number;
  /** Thrown when the time is over. */
  readonly failure: () => Error;
  /** Ends the step early, with its reason. */
  readonly stop: AbortSignal;
};

/** Runs a step that gets `limit.ms` and a signal for when they are over or all is stopped; it need not heed the signal. */
export const withTimeout = async <T>(limit: Limit, step: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(limit.failure()), limit.ms);
  const signal = AbortSignal.any([limit.stop, late.signal]);
  try {
    return await Promise.race([rejection(signal), step(signal)]);
  } finally {
    clearTimeout(timer);
  }
};
