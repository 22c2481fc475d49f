/** The surroundings of a client. Tests pass their own. */
export type Environment = {
  readonly fetch: typeof fetch;
  /** Rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  /** Returns 16 to 255 printable ASCII characters, different each time. */
  readonly newKey: () => string;
  /** The time of a monotonic clock, which stops while a laptop sleeps. */
  readonly nowMs: () => number;
};

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

export const liveEnvironment: Environment = {
  fetch: (input, init) => fetch(input, init),
  sleep,
  random: Math.random,
  newKey: () => crypto.randomUUID(),
  nowMs: () => performance.now(),
};
