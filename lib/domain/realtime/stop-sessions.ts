import { dayMs, later } from '#lib/platform/durations.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { SessionRepository } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

export type StopSessionsDeps = {
  readonly sessions: Pick<SessionRepository, 'list' | 'cancel' | 'close'>;
  readonly now: () => Date;
};

/** Stops the unfinished sessions of a deleted project, up to the given time. True if none is left. */
export type StopSessions = (tenant: Tenant, until: Date) => Promise<boolean>;

const pageSize = 100;
/** An older session must be over: its connection begins within minutes, and ends within eight hours. */
const maxAgeMs = dayMs;

/**
 * Ends a session that was never connected at once. Closes a live one; its runner, or the one that the sweeper starts,
 * then ends it and charges for what was decided or sent. Idempotent.
 */
export const sessionStopper = ({ sessions, now }: StopSessionsDeps): StopSessions => {
  const stop = async (session: RealtimeSession): Promise<void> => {
    // The session may be connected between the read and the write.
    if (session.status === 'created' && (await sessions.cancel(session, now()))) return;
    await sessions.close(session, { reason: 'canceled', now: now() });
  };

  const stopAll = async (tenant: Tenant, status: 'created' | 'live', until: Date): Promise<boolean> => {
    const oldest = later(now(), -maxAgeMs).toISOString();
    let isEmpty = true;
    let after;
    do {
      const page = { limit: pageSize, after, status, name: undefined, now: now() };
      const { sessions: left, next } = await sessions.list(tenant, page);
      await Promise.all(left.map(stop));
      isEmpty &&= left.length === 0;
      after = next && next.createdAt > oldest ? next : undefined;
    } while (after && now() < until);
    return isEmpty && !after;
  };

  return async (tenant, until) => {
    const created = await stopAll(tenant, 'created', until);
    return (await stopAll(tenant, 'live', until)) && created;
  };
};
