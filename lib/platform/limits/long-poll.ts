import type { BeginWait, Waiter } from './waits.ts';

/** Below API Gateway's timeout of 29 s. */
export const maxWaitSeconds = 25;
const lookEveryMs = 500;
/** Time that the function needs after the wait to read and send the answer. */
const answerMs = 3_000;

export type LongPollDeps = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly beginWait: BeginWait;
};

export type LongPoll<Found> = {
  readonly waitSeconds: number;
  /** Remaining time of the function, in ms. */
  readonly remainingMs: () => number;
  readonly look: () => Promise<Found>;
  /** Whether `found` is worth an answer. `first` is what the first look found. */
  readonly isNews: (found: Found, first: Found) => boolean;
};

/**
 * Looks until there is news or the wait is over, and returns what was found last. Waits only within the limit of waits.
 * Throws `concurrency_limit_exceeded` above it.
 */
export const longPoll = async <Found>(
  { now, sleep, beginWait }: LongPollDeps,
  caller: Waiter,
  { waitSeconds, remainingMs, look, isNews }: LongPoll<Found>,
): Promise<Found> => {
  const until = now().getTime() + Math.min(waitSeconds * 1000, remainingMs() - answerMs);
  const first = await look();
  const leftMs = until - now().getTime();
  if (isNews(first, first) || leftMs <= 0) return first;
  const hold = await beginWait(caller, leftMs + lookEveryMs);
  if (!hold) return first;
  try {
    let latest = first;
    while (!isNews(latest, first) && now().getTime() < until) {
      await sleep(lookEveryMs);
      latest = await look();
    }
    return latest;
  } finally {
    await hold.leave();
  }
};
