import type { Delivery } from '../api/types.ts';

const soonMs = 60_000;

/** Whether an attempt is running or due within a minute. */
export const isDueSoon = ({ status, next_attempt_at: next }: Delivery): boolean =>
  status === 'pending' && (next === null || Date.parse(next) < Date.now() + soonMs);
