import { errorEvent } from './errors.ts';
import type { Commits } from './commits.ts';
import { maxMessageBytes } from './protocol.ts';
import type { Run } from './run.ts';
import { maxGapMs, resendMs } from './timing.ts';

type Known = { readonly offset: number; readonly sinceMs: number; readonly askedAtMs: number };

/** Has bytes sent again that do not arrive, and goes on without them after a while. */
export const openGapWatch = ({ deps, held, hearing, outbox, say, nowMs }: Run, { warn }: Commits) => {
  let known: Known | undefined;

  /** Frames that a client has cut anew may begin before the gap. */
  const lookBack = async (): Promise<void> => {
    const { afterFrame, fromMark } = hearing.from(held.session);
    const from = { afterFrame: Math.max(-1, afterFrame - maxMessageBytes), fromMark };
    hearing.add(await deps.sessions.readInput(held.session, from), held.session);
  };

  /** Stores silence in place of the bytes, unless they have arrived. */
  const fill = async (gap: { readonly offset: number; readonly endOffset: number }): Promise<boolean> => {
    const { id, requestId } = held.session;
    if (!(await deps.sessions.fillGap(held.session, { ...gap, now: deps.now() }))) return true;
    outbox.say(errorEvent(id, deps.now(), { type: 'audio_gap_too_long', requestId, fatal: false }));
    const [from_ms, to_ms] = [hearing.msAt(gap.offset), hearing.msAt(gap.endOffset)];
    return warn({ reason: 'audio_gap', from_ms, to_ms });
  };

  return {
    /** False if this runner may decide nothing more. The time of a gap counts only while the client is connected. */
    check: async (): Promise<boolean> => {
      const found = hearing.gap;
      if (!found || !outbox.outlet) {
        known = undefined;
        return true;
      }
      const now = nowMs();
      if (known?.offset !== found.offset) known = { offset: found.offset, sinceMs: now, askedAtMs: now };
      if (now - known.askedAtMs < resendMs) return true;
      known = { ...known, askedAtMs: now };
      await lookBack();
      const { gap } = hearing;
      if (gap?.offset !== known.offset) return true;
      if (now - known.sinceMs >= maxGapMs) return fill(gap);
      outbox.say(say.resend(gap.offset, gap.endOffset));
      return true;
    },
  };
};
