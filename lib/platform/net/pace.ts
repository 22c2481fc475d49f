/** Time in ms, so that a test can hold the hands. `after` returns what cancels it. */
export type Clock = {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
};

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** So many bytes a second on average, once `afterMs` are over: a connection is slow to start, and a short file soon ends. */
export type LeastRate = { readonly bytesPerSecond: number; readonly afterMs: number };

/**
 * Watches how fast a sender is while somebody waits for it: a reader that is slow itself does not count against it. Calls
 * `tooSlow` at the instant at which what came is too little for the time it took.
 */
export const watchPace = (clock: Clock, { bytesPerSecond, afterMs }: LeastRate, tooSlow: () => void) => {
  let received = 0;
  let waitedMs = 0;
  let since: number | undefined;
  let cancel = (): void => {};

  const rest = (): void => {
    cancel();
    if (since !== undefined) waitedMs += clock.now() - since;
    since = undefined;
  };
  const wait = (): void => {
    rest();
    since = clock.now();
    const allowedMs = Math.max(afterMs, (1000 * received) / bytesPerSecond);
    cancel = clock.after(Math.max(0, allowedMs - waitedMs), tooSlow);
  };
  return {
    /** Somebody waits for the next bytes. */
    wait,
    /** Nobody does; also when all have come, or nobody will. */
    rest,
    /** So many more have come, and the next are waited for. */
    receive: (bytes: number): void => {
      received += bytes;
      wait();
    },
  };
};
