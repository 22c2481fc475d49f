import { secondMs } from '#lib/platform/durations.ts';
import type { Commits } from './commits.ts';
import { type Warning, warningKey } from './events.ts';
import { idleWarning } from './next-step.ts';
import { allowancePace } from './pace.ts';
import type { Run } from './run.ts';
import {
  behindMs,
  caughtUpMs,
  connectionMs,
  connectionWarningMs,
  endWarningMs,
  lowCreditMs,
} from './timing.ts';

const seconds = (ms: number): number => Math.round(ms / secondMs);

/**
 * The reasons that may really end. The others only seem to end when a new runner begins a little before the place of the
 * warning.
 */
const mayCease = new Set<Warning['reason']>(['behind', 'low_credit']);

/**
 * Warns the client once for each reason, even if runners change, and again only if that reason has ended and returned.
 */
export const openWarner = ({ deps, held, feed, nowMs, reachedMs }: Run, { warn }: Commits) => {
  const creditPace = allowancePace();
  const warned = new Set(held.session.warned);

  /** False if this runner may decide nothing more. */
  const warnIf = async (applies: boolean, warning: Warning): Promise<boolean> => {
    const key = warningKey(held.session, warning);
    if (!applies && mayCease.has(warning.reason)) warned.delete(key);
    if (!applies || warned.has(key)) return true;
    warned.add(key);
    return warn(warning);
  };

  const checkCredit = async (): Promise<boolean> => {
    const heardMs = reachedMs();
    if (!creditPace.isDue(heardMs, nowMs())) return true;
    const refusal = await deps.allowance(held.session, heardMs + lowCreditMs);
    return warnIf(refusal === 'insufficient_credits', { reason: 'low_credit' });
  };

  return {
    /** The warnings of silence and of low credit, while no audio waits to be heard. */
    checkWaiting: async (): Promise<boolean> => {
      const { session, heardAt } = held;
      const leftMs = idleWarning({ ...session, heardAt }, deps.now());
      if (leftMs !== undefined && !(await warn({ reason: 'idle', seconds_left: seconds(leftMs) })))
        return false;
      return checkCredit();
    },
    /** The warnings of lag, of the maximum length, of the connection's age and of low credit, after audio was heard. */
    check: async (): Promise<boolean> => {
      const { options, connectedAt } = held.session;
      const lagMs = feed.throughMs - feed.heardMs;
      const leftMs = options.maxSessionMs - reachedMs();
      const openMs = connectedAt === null ? 0 : nowMs() - Date.parse(connectedAt);
      return (
        (await warnIf(lagMs >= (warned.has('behind') ? caughtUpMs : behindMs), {
          reason: 'behind',
          lag_ms: lagMs,
        })) &&
        (await warnIf(leftMs <= endWarningMs && options.maxSessionMs > 2 * endWarningMs, {
          reason: 'max_session',
          seconds_left: seconds(leftMs),
        })) &&
        (await warnIf(openMs >= connectionWarningMs, {
          reason: 'expiring',
          seconds_left: seconds(connectionMs - openMs),
        })) &&
        (await checkCredit())
      );
    },
  };
};
