import { nextSweepMs } from '#lib/platform/due-index/due-index.ts';
import { dayMs, later, minuteMs, secondMs } from '#lib/platform/durations.ts';

/**
 * The lease of the worker that fetches or splits the audio, or of the workers that cut its parts. They renew it while
 * they live. Chunks and the finisher have no lease: they have the same time to make progress.
 */
export const leaseMs = 60 * secondMs;
export const heartbeatMs = 15 * secondMs;

/** Time for a sent message to have an effect. */
export const firstSweepMs = 30 * secondMs;
export const cleanUpSweepMs = 60 * secondMs;

/** Time after the end of a job by which no worker can still write: functions run for at most 15 minutes. */
export const workersGoneMs = 16 * minuteMs;

/** Time for which a failed job keeps its audio for a retry. The bucket's lifecycle rule may delete it earlier. */
export const sourceKeptMs = dayMs;

/** Number of attempts before the job fails, over about two hours. */
export const maxAttempts = 10;

/** Number of attempts that fetching may use, over about an hour. The rest is reserved for splitting. */
export const maxFetchAttempts = 7;

/**
 * Number of chunks that one sweep sends again: about a twelfth of five hours of one channel. The others are probably
 * still queued, and a long queue must not grow.
 */
export const chunksPerSweep = 100;

/** The audio bucket deletes after a day, so an older job can never finish. */
export const maxJobAgeMs = dayMs;

/** Pause after `sweeps` sweeps without progress: 2, 2, 4, 8, then 15 minutes, so that a long queue does not grow. */
export const nextJobSweepMs = (sweeps: number): number =>
  nextSweepMs(sweeps - 1, { minMs: 2 * minuteMs, maxMs: 15 * minuteMs });

/**
 * Number of starts without an end after which a chunk that was sent again is known to kill its workers, and its job
 * fails. With the pauses above this takes at most 15 minutes. A chunk that only waits in a long queue has no starts.
 */
export const maxChunkRestarts = 3;

/** The longest delay of a message to look for late parts. */
export const maxLateCheckMs = 15 * minuteMs;

/**
 * Number of sweeps without progress after which the parts of a file are given up, and it is cut as one, because a part
 * may kill its workers.
 */
export const maxPartSweeps = 3;

/** Time for which an expired job gets 410 before its id becomes unknown. */
export const rememberedMs = 30 * dayMs;

/** Time for which items about the progress of a job are kept: longer than any job may take. */
export const progressKeptMs = 2 * dayMs;

/** The longest timeout of a function that recognizes, that of helpers. */
export const maxChunkRunMs = 2.5 * minuteMs;

/** Creation time of a new job, and expiry of its text. */
export const jobLifetime = (now: Date, retentionDays: number) => ({
  createdAt: now.toISOString(),
  expiresAt: later(now, retentionDays * dayMs).toISOString(),
});
