import { hasRunner, isOver, isOwed, isUntranslated, type RealtimeSession } from './session.ts';
import { idleMs, idleWarningMs, maxWallFactor } from './timing.ts';

/** The step that a due session needs. */
export type Step = 'wait' | 'expire' | 'wake';

/** The time of the last sign of life of the client, in epoch ms. */
const lastSignMs = ({ heardAt, pingedAt, createdAt }: RealtimeSession): number =>
  Math.max(...[heardAt, pingedAt, createdAt].map((at) => Date.parse(at ?? createdAt)));

/** Whether a session without any sign of life of its client must end. */
export const isIdle = (session: RealtimeSession, now: Date): boolean =>
  now.getTime() - lastSignMs(session) >= idleMs;

/** The time until a silent session ends, if its client must be warned of that now. */
export const idleWarning = (session: RealtimeSession, now: Date): number | undefined => {
  const { connectionId, idleWarnedAt } = session;
  const sinceMs = lastSignMs(session);
  const silentMs = now.getTime() - sinceMs;
  const isWarned = idleWarnedAt !== null && Date.parse(idleWarnedAt) >= sinceMs;
  const isDue = connectionId !== null && !isWarned && silentMs >= idleWarningMs && silentMs < idleMs;
  return isDue ? idleMs - silentMs : undefined;
};

/** Whether the session has lasted too long, regardless of its audio. */
export const isOverlong = ({ startedAt, createdAt, options }: RealtimeSession, now: Date): boolean =>
  now.getTime() - Date.parse(startedAt ?? createdAt) >= maxWallFactor * options.maxSessionMs;

/** The step that a due session needs now. `hasUnread` tells of input that no runner has read. Pure; only the sweeper acts on it. */
export const nextStep = (session: RealtimeSession, hasUnread: boolean, now: Date): Step => {
  if (isOver(session)) return 'wait';
  if (session.status === 'created') return new Date(session.secretExpiresAt) <= now ? 'expire' : 'wait';
  if (hasRunner(session, now)) return 'wait';
  // The runner has closed the session, but died before it ended the session.
  if (session.endReason !== null) return 'wake';
  const isGreeted = session.connectionId === null || !isOwed(session);
  const isSilent = isIdle(session, now) || idleWarning(session, now) !== undefined;
  const isLeft = hasUnread || !isGreeted || isUntranslated(session);
  return isLeft || isSilent || isOverlong(session, now) ? 'wake' : 'wait';
};
