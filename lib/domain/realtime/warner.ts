import { secondMs } from '#lib/platform/durations.ts';
import type { Commits } from './commits.ts';
import type { Warning } from './events.ts';
import { idleWarning } from './next-step.ts';
import type { Run } from './run.ts';
import {
  allowanceMs,
  behindMs,
  caughtUpMs,
  connectionMs,
  connectionWarningMs,
  endWarningMs,
  lowCreditMs,
} from './timing.ts';

const seconds = (ms: number): number => Math.round(ms / secondMs);

/** Warns the client, once each time that there is a reason. */
export const openWarner = ({ deps, held, hearing, nowMs }: Run, { warn }: Commits) => {
  let creditCheckedAtMs = nowMs();
  const warned = new Map<Warning['reason'], boolean>();

  /** False if this runner may decide nothing more. */
  const check = async (isTrue: boolean, warning: Warning): Promise<boolean> => {
    const isNew = isTrue && !warned.get(warning.reason);
    warned.set(warning.reason, isTrue);
    return isNew ? warn(warning) : true;
  };

  const checkCredit = async (): Promise<boolean> => {
    if (nowMs() - creditCheckedAtMs < allowanceMs) return true;
    creditCheckedAtMs = nowMs();
    const refusal = await deps.allowance(held.session, hearing.heardMs + lowCreditMs);
    return check(refusal === 'insufficient_credits', { reason: 'low_credit' });
  };

  return {
    /** What is looked at when all audio is heard. */
    checkWaiting: async (): Promise<boolean> => {
      const { session, heardAt } = held;
      const leftMs = idleWarning({ ...session, heardAt }, deps.now());
      if (leftMs !== undefined && !(await warn({ reason: 'idle', seconds_left: seconds(leftMs) })))
        return false;
      return checkCredit();
    },
    /** What is looked at after hearing audio. */
    check: async (): Promise<boolean> => {
      const { options, connectedAt } = held.session;
      const lagMs = hearing.throughMs - hearing.heardMs;
      const leftMs = options.maxSessionMs - hearing.heardMs;
      const openMs = connectedAt === null ? 0 : nowMs() - Date.parse(connectedAt);
      return (
        (await check(lagMs >= (warned.get('behind') ? caughtUpMs : behindMs), {
          reason: 'behind',
          lag_ms: lagMs,
        })) &&
        (await check(leftMs <= endWarningMs && options.maxSessionMs > 2 * endWarningMs, {
          reason: 'max_session',
          seconds_left: seconds(leftMs),
        })) &&
        (await check(openMs >= connectionWarningMs, {
          reason: 'expiring',
          seconds_left: seconds(connectionMs - openMs),
        }))
      );
    },
  };
};
