import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';
import type { RealtimeSession } from './session.ts';

// Time for which an expired session is still known.
const rememberedMs = 30 * dayMs;

/** When the table may delete the events of a session: its text has expired by then. */
export const expiryOf = ({ expiresAt }: Pick<RealtimeSession, 'expiresAt'>): number =>
  ttlAt(new Date(expiresAt));

/** When the table may delete the session itself. */
export const forgottenAt = ({ expiresAt }: Pick<RealtimeSession, 'expiresAt'>): number =>
  ttlAt(later(expiresAt, rememberedMs));
