import { recentMap } from '#lib/platform/recent-map.ts';
import type { RealtimeSession, SessionRef } from './session.ts';

const maxKnown = 1_000;

/**
 * The leases that this process has seen. Until a lease ends, its session has a runner, so a message with audio needs no
 * read of the session. A runner returns its lease earlier only if it has heard nothing for longer than a lease lasts,
 * has ended the session, or has called its successor. So only a lease that was seen after audio was stored counts. A
 * lease that was seen after a ping does not count, because a ping does not keep a runner.
 */
export const knownLeases = () => {
  const ends = recentMap<number>(maxKnown);
  const keyOf = ({ tenant, id }: SessionRef): string => `${tenant}/${id}`;
  return {
    holds: (ref: SessionRef, now: Date): boolean => (ends.get(keyOf(ref)) ?? 0) >= now.getTime(),
    see: (session: RealtimeSession): void => ends.set(keyOf(session), Date.parse(session.leaseUntil ?? '')),
  };
};
export type KnownLeases = ReturnType<typeof knownLeases>;
