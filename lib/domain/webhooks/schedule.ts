import { dayMs, hourMs, later, minuteMs, secondMs } from '#lib/platform/durations.ts';

/** How long after the try before it each try of a delivery comes: ten in some three days. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

/** What failed together is not tried again together. */
const jitter = 0.2;

/** The longest a receiver may put us off. */
const maxPauseMs = dayMs;

/** A webhook that so long gave nothing but failures is disabled. */
const disabledAfterMs = 5 * dayMs;

/** A failure is noted no sooner than so long after the last: a receiver that is down costs few writes. */
const notedEveryMs = 6 * hourMs;

type Health = { readonly failingSince?: string | undefined; readonly lastFailedAt?: string | undefined };

/** What one more failure says of a webhook: nothing new, that it fails since then, or that it failed for too long. */
export const nextHealth = ({ failingSince, lastFailedAt }: Health, now: Date) => {
  const sinceMs = (instant: string) => now.getTime() - Date.parse(instant);
  // After so long a silence nobody knows whether it failed all the time.
  if (failingSince === undefined || lastFailedAt === undefined || sinceMs(lastFailedAt) >= disabledAfterMs)
    return { kind: 'failing', since: now.toISOString() } as const;
  if (sinceMs(failingSince) >= disabledAfterMs) return { kind: 'failed_too_long' } as const;
  if (sinceMs(lastFailedAt) >= notedEveryMs) return { kind: 'failing', since: failingSince } as const;
  return { kind: 'known' } as const;
};

/** One try: the whole exchange. */
export const tryMs = 15 * secondMs;

/** A worker that was not heard of for so long is taken for dead. Longer than the worker may run. */
export const claimMs = 60 * secondMs;

/** Workers may die so often over a delivery, for most of a day, before it is given up. */
export const maxClaims = 100;

/** A try that is so near is a delayed message; one that is farther off is found by the sweeper. */
export const nearMs = 60 * secondMs;

/** What a `Retry-After` asks for, in seconds or as an HTTP date; 0 when it asks for nothing. */
export const retryAfterMs = (header: string | undefined, now: Date): number => {
  if (header === undefined) return 0;
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * secondMs : Date.parse(header) - now.getTime();
  return Math.min(Math.max(asked || 0, 0), maxPauseMs);
};

/** When a delivery of which `tries` have failed is tried again; undefined when it is given up. */
export const nextTryAt = (
  tries: number,
  { now, pauseMs, random }: { readonly now: Date; readonly pauseMs: number; readonly random: () => number },
): Date | undefined => {
  const delayMs = retryDelaysMs[tries];
  if (delayMs === undefined) return undefined;
  const waitMs = delayMs * (1 + jitter * (2 * random() - 1));
  return later(now, Math.round(Math.max(waitMs, pauseMs)));
};

/** The next look after `looks` fruitless ones: 2, 4, 8, then every 60 minutes. */
export const nextSweepMs = (looks: number): number =>
  Math.min(2 * minuteMs * 2 ** Math.min(looks, 5), hourMs);
