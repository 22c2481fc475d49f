import { secondMs } from '#lib/platform/durations.ts';
import type { Commits } from './commits.ts';
import type { Warning } from './events.ts';
import type { Run } from './run.ts';
import { behindMs, connectionMs, connectionWarningMs, endWarningMs } from './timing.ts';

/** Warns the client, once each time that there is a reason. */
export const openWarner = ({ held, hearing, nowMs }: Run, { warn }: Commits) => {
  const warned = new Map<Warning['reason'], boolean>();

  /** False if this runner may decide nothing more. */
  const check = async (isTrue: boolean, warning: Warning): Promise<boolean> => {
    const isNew = isTrue && !warned.get(warning.reason);
    warned.set(warning.reason, isTrue);
    return isNew ? warn(warning) : true;
  };

  return {
    check: async (): Promise<boolean> => {
      const { options, connectedAt } = held.session;
      const lagMs = hearing.throughMs - hearing.heardMs;
      const leftMs = options.maxSessionMs - hearing.heardMs;
      const openMs = connectedAt === null ? 0 : nowMs() - Date.parse(connectedAt);
      const seconds = (ms: number) => Math.round(ms / secondMs);
      return (
        (await check(lagMs >= behindMs, { reason: 'behind', lag_ms: lagMs })) &&
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
