/** A clock in ms that tests can replace. `after` returns a function that cancels the call. */
export type Timer = {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
};

export const systemTimer: Timer = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A minimum average rate. It applies only after `afterMs`, because connections start slowly and short files end soon. */
export type MinRate = { readonly bytesPerSecond: number; readonly afterMs: number };

/**
 * Measures a sender's rate while its reader waits; time in which the reader is busy does not count. Calls `tooSlow` when the
 * average falls below the minimum.
 */
export const watchPace = (timer: Timer, { bytesPerSecond, afterMs }: MinRate, tooSlow: () => void) => {
  let received = 0;
  let waitedMs = 0;
  let since: number | undefined;
  let cancel = (): void => {};

  const rest = (): void => {
    cancel();
    if (since !== undefined) waitedMs += timer.now() - since;
    since = undefined;
  };
  const wait = (): void => {
    rest();
    since = timer.now();
    const allowedMs = Math.max(afterMs, (1000 * received) / bytesPerSecond);
    cancel = timer.after(Math.max(0, allowedMs - waitedMs), tooSlow);
  };
  return {
    /** The reader waits for more bytes. */
    wait,
    /** The reader does not wait, or the body has ended. */
    rest,
    /** Bytes arrived, and the reader waits for more. */
    receive: (bytes: number): void => {
      received += bytes;
      wait();
    },
  };
};
