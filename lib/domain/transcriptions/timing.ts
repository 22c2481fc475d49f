import { dayMs, later, minuteMs, secondMs } from '#lib/platform/durations.ts';

/** A splitting worker that was not heard of for so long is taken for dead. */
export const leaseMs = 120 * secondMs;
export const heartbeatMs = 30 * secondMs;

/** A message that was sent should have had an effect by then. */
export const firstSweepMs = 30 * secondMs;
export const cleanUpSweepMs = 60 * secondMs;

/** So long after the end of a job no worker that began before can still write: the longest may run for 15 minutes. */
export const workersGoneMs = 16 * minuteMs;

/** A failed job keeps its audio for so long, to be retried. The bucket's lifecycle rule may take it earlier. */
export const sourceKeptMs = dayMs;

/** Splitting is tried so often, over some two hours, before the job is given up. */
export const maxAttempts = 10;

/** So many of the attempts, over some three quarters of an hour, may be spent on fetching: the rest is for splitting. */
export const maxFetchAttempts = 7;

/**
 * A look sends so many chunks again: more than a tenth of the longest job's, should so many workers have died. The rest is
 * waiting its turn, and a long queue is not made longer.
 */
export const chunksPerSweep = 100;

/** The audio bucket forgets after a day; a job that is not done by then never will be. */
export const maxJobAgeMs = dayMs;

/** The next look after `pushes` fruitless ones: 2, 2, 4, 8, then every 15 minutes, so that a long queue is not made longer. */
export const nextSweepMs = (pushes: number): number =>
  Math.min(leaseMs * 2 ** Math.max(0, Math.min(pushes, 5) - 1), 15 * minuteMs);

/**
 * A chunk that was begun so often after it was sent again, and never ended, kills its workers: the job is given up. With
 * the pauses above that is known within a quarter of an hour. A chunk that only waits in a long queue is not begun.
 */
export const maxChunkRestarts = 3;

/** The function that recognizes a chunk is stopped by then. */
export const maxChunkRunMs = 2.5 * minuteMs;

/** When a job that is queued now was created, and when its text expires. */
export const jobLifetime = (now: Date, retentionDays: number) => ({
  createdAt: now.toISOString(),
  expiresAt: later(now, retentionDays * dayMs).toISOString(),
});
