import { hasRunner, isOver, isOwed, isUntranslated, type RealtimeSession } from './session.ts';
import { idleMs, maxWallFactor } from './timing.ts';

/** What a due session needs. */
export type Step = 'wait' | 'expire' | 'wake' | 'conclude' | 'leave';

/** When the last sign of life of the client was, in epoch ms. */
const lastSignMs = ({ heardAt, pingedAt, createdAt }: RealtimeSession): number =>
  Math.max(...[heardAt, pingedAt, createdAt].map((at) => Date.parse(at ?? createdAt)));

export const isIdle = (session: RealtimeSession, now: Date): boolean =>
  now.getTime() - lastSignMs(session) >= idleMs;

/** Whether the session has lasted too long, whatever its audio. */
export const isOverlong = ({ startedAt, createdAt, options }: RealtimeSession, now: Date): boolean =>
  now.getTime() - Date.parse(startedAt ?? createdAt) >= maxWallFactor * options.maxSessionMs;

/** The step that a due session needs now. `hasUnread` tells of input that no runner has read. Pure; only the sweeper acts on it. */
export const nextStep = (session: RealtimeSession, hasUnread: boolean, now: Date): Step => {
  if (isOver(session)) return 'leave';
  if (session.status === 'created') return new Date(session.secretExpiresAt) <= now ? 'expire' : 'wait';
  if (session.endReason !== null) return 'conclude';
  if (hasRunner(session, now)) return 'wait';
  const isGreeted = session.connectionId === null || !isOwed(session);
  const isLeft = hasUnread || !isGreeted || isUntranslated(session);
  return isLeft || isIdle(session, now) || isOverlong(session, now) ? 'wake' : 'wait';
};
