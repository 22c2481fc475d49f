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
  /** Begins what is looked at. Above the limit of waits nothing is begun. */
  readonly begin?: () => Promise<void>;
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
  { waitSeconds, remainingMs, begin, look, isNews }: LongPoll<Found>,
): Promise<Found> => {
  const until = now().getTime() + Math.min(waitSeconds * 1000, remainingMs() - answerMs);
  const seen = begin ? undefined : { first: await look() };
  const leftMs = until - now().getTime();
  if (seen && (isNews(seen.first, seen.first) || leftMs <= 0)) return seen.first;
  const hold = await beginWait(caller, leftMs + lookEveryMs);
  try {
    await begin?.();
    const { first } = seen ?? { first: await look() };
    let latest = first;
    // Without a hold the waits cannot be counted.
    const end = hold ? until : 0;
    while (!isNews(latest, first) && now().getTime() < end) {
      await sleep(lookEveryMs);
      latest = await look();
    }
    return latest;
  } finally {
    await hold?.leave();
  }
};
