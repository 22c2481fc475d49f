/** What a client needs of its surroundings. Tests pass their own. */
export type Environment = {
  readonly fetch: typeof fetch;
  /** Rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** 16 to 255 printable ASCII characters, different each time. */
  readonly newKey: () => string;
  /** Of a clock that nobody sets, and that stands still while a laptop sleeps. */
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
