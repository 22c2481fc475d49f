import type { BeginWait, Waiter } from './waits.ts';

/** Less than API Gateway's timeout of 29 s. */
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
  /** Starts what is being polled. Not called if the limit of waits is reached. */
  readonly begin?: () => Promise<void>;
  readonly look: () => Promise<Found>;
  /** Whether `found` must be answered now. `first` is what the first look found. */
  readonly isNews: (found: Found, first: Found) => boolean;
};

/**
 * Looks again and again until there is news or the wait is over, and returns what was found last. Throws
 * `concurrency_limit_exceeded` if too many requests wait.
 */
export const longPoll = async <Found>(
  { now, sleep, beginWait }: LongPollDeps,
  caller: Waiter,
  { waitSeconds, remainingMs, begin, look, isNews }: LongPoll<Found>,
): Promise<Found> => {
  const until = now().getTime() + Math.min(waitSeconds * 1000, remainingMs() - answerMs);
  const lookUntil = async (end: number, first: Found): Promise<Found> => {
    let latest = first;
    while (!isNews(latest, first) && now().getTime() < end) {
      await sleep(lookEveryMs);
      latest = await look();
    }
    return latest;
  };
  /** Without permits the waits cannot be counted, so the request does not wait. */
  const holding = async (work: (end: number) => Promise<Found>): Promise<Found> => {
    const permits = await beginWait(caller, until - now().getTime() + lookEveryMs);
    try {
      return await work(permits ? until : 0);
    } finally {
      await permits?.release();
    }
  };
  if (begin)
    return holding(async (end) => {
      await begin();
      return lookUntil(end, await look());
    });
  const first = await look();
  if (isNews(first, first) || now().getTime() >= until) return first;
  return holding((end) => lookUntil(end, first));
};
