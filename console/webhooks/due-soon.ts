import type { Delivery } from '../api/types.ts';

const soonMs = 60_000;
/** The deliveries of a job are made within seconds of its end. */
const madeWithinMs = 30_000;

/** Whether an attempt is running or due within a minute. */
export const isDueSoon = ({ status, next_attempt_at: next }: Delivery): boolean =>
  status === 'pending' && (next === null || Date.parse(next) < Date.now() + soonMs);

/** Whether the deliveries of a job that ended at this time may be made, or get an attempt, within a minute. */
export const mayChangeSoon = (
  deliveries: readonly Delivery[],
  endedAt: string | null,
  now = Date.now(),
): boolean =>
  deliveries.some(isDueSoon) || (endedAt !== null && Math.abs(now - Date.parse(endedAt)) < madeWithinMs);
