import { nextSweepMs } from '#lib/platform/due-index/due-index.ts';
import { dayMs, hourMs, later, minuteMs, secondMs } from '#lib/platform/durations.ts';

/** Prefix of the webhooks' own shards in the due index, so that sweepers do not read each other's items. */
export const duePrefix = 'webhooks';

/** Time for a sent message to have an effect. */
export const firstSweepMs = 30 * secondMs;

/** Delay of each try after the previous one: ten tries in about three days. */
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

/** Jitter, so that deliveries that failed together are not retried together. */
const jitter = 0.2;

/** Upper bound on Retry-After. */
const maxPauseMs = dayMs;

/** A webhook with failures only for this long is disabled. */
const disabledAfterMs = 5 * dayMs;

/** Minimum interval between failure writes per endpoint. */
const minRecordIntervalMs = 6 * hourMs;

type Health = { readonly failingSince?: string | undefined; readonly lastFailedAt?: string | undefined };

/** A webhook's health after another failure: nothing to record, failing since a time, or failed for too long. */
export const nextHealth = ({ failingSince, lastFailedAt }: Health, now: Date) => {
  const sinceMs = (instant: string) => now.getTime() - Date.parse(instant);
  // After a gap this long between failures, the earlier ones may have been resolved.
  if (failingSince === undefined || lastFailedAt === undefined || sinceMs(lastFailedAt) >= disabledAfterMs)
    return { kind: 'failing', since: now.toISOString() } as const;
  if (sinceMs(failingSince) >= disabledAfterMs) return { kind: 'failed_too_long' } as const;
  if (sinceMs(lastFailedAt) >= minRecordIntervalMs) return { kind: 'failing', since: failingSince } as const;
  return { kind: 'known' } as const;
};

/** The clocks of two functions may differ by this time. */
export const maxSkewMs = secondMs;

/** Timeout of one try. */
export const tryMs = 15 * secondMs;

/** Length of a claim: longer than a worker may run. */
export const claimMs = 60 * secondMs;

/** The number of workers that may die while they handle one delivery, over about a day, before it is given up. */
export const maxClaims = 100;

/** A try within this time is sent as a delayed message; the sweeper finds later ones. */
export const nearMs = 60 * secondMs;

/** Parses a `Retry-After` of seconds or an HTTP date; 0 without a valid one. */
export const retryAfterMs = (header: string | undefined, now: Date): number => {
  if (header === undefined) return 0;
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * secondMs : Date.parse(header) - now.getTime();
  return Math.min(Math.max(asked || 0, 0), maxPauseMs);
};

/** The time at which a delivery with `tries` failures is retried. Undefined if it is given up. */
export const nextTryAt = (
  tries: number,
  { now, pauseMs, random }: { readonly now: Date; readonly pauseMs: number; readonly random: () => number },
): Date | undefined => {
  const delayMs = retryDelaysMs[tries];
  if (delayMs === undefined) return undefined;
  const waitMs = delayMs * (1 + jitter * (2 * random() - 1));
  return later(now, Math.round(Math.max(waitMs, pauseMs)));
};

/** Pause after `sweeps` sweeps without effect: 2, 4, 8, … 60 minutes. */
export const nextWebhookSweepMs = (sweeps: number): number =>
  nextSweepMs(sweeps, { minMs: 2 * minuteMs, maxMs: hourMs });
