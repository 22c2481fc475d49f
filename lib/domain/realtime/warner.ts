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

/** Warns the client: once for each reason, and again if that reason has gone and come back. */
export const openWarner = ({ deps, held, hearing, nowMs }: Run, { warn }: Commits) => {
  let creditCheckedAtMs = nowMs();
  const warned = new Map<Warning['reason'], boolean>();

  /** False if this runner may decide nothing more. */
  const warnIf = async (applies: boolean, warning: Warning): Promise<boolean> => {
    const isNew = applies && !warned.get(warning.reason);
    warned.set(warning.reason, applies);
    return isNew ? warn(warning) : true;
  };

  const checkCredit = async (): Promise<boolean> => {
    if (nowMs() - creditCheckedAtMs < allowanceMs) return true;
    creditCheckedAtMs = nowMs();
    const refusal = await deps.allowance(held.session, hearing.heardMs + lowCreditMs);
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
    /** The warnings of lag, of the maximum length and of the connection's age, after audio was heard. */
    check: async (): Promise<boolean> => {
      const { options, connectedAt } = held.session;
      const lagMs = hearing.throughMs - hearing.heardMs;
      const leftMs = options.maxSessionMs - hearing.heardMs;
      const openMs = connectedAt === null ? 0 : nowMs() - Date.parse(connectedAt);
      return (
        (await warnIf(lagMs >= (warned.get('behind') ? caughtUpMs : behindMs), {
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
        }))
      );
    },
  };
};
