import { errorEvent } from './errors.ts';
import type { Commits } from './commits.ts';
import type { Target } from './outbox.ts';
import { maxMessageBytes } from './protocol.ts';
import type { Run } from './run.ts';
import { maxAsks, resendMs } from './timing.ts';

type Known = {
  readonly offset: number;
  /** The connection that is asked for the bytes. */
  readonly target: Target;
  readonly asks: number;
  readonly lookedAtMs: number;
};

/** Asks the client to send again bytes that do not arrive, and goes on without them after a while. */
export const openGapWatch = ({ deps, held, feed, outbox, events, nowMs }: Run, { warn }: Commits) => {
  let known: Known | undefined;

  /** Reads from some bytes before the place that was read up to. */
  const look = async (backBytes: number): Promise<void> => {
    const from = feed.from(held.session);
    const afterFrame = Math.max(-1, from.afterFrame - backBytes);
    feed.add(await deps.sessions.readInput(held.session, { ...from, afterFrame }), held.session);
  };

  /** Frames that a client has cut anew may begin before the gap. */
  const lookBack = (): Promise<void> => look(maxMessageBytes);

  /** Stores silence in place of the bytes, unless they have arrived. */
  const fill = async (gap: { readonly offset: number; readonly endOffset: number }): Promise<boolean> => {
    const { id, requestId } = held.session;
    if (!(await deps.sessions.fillGap(held.session, { ...gap, now: deps.now() }))) return true;
    outbox.send(errorEvent(id, deps.now(), { type: 'audio_gap_too_long', requestId, fatal: false }));
    const [from_ms, to_ms] = [feed.msAt(gap.offset), feed.msAt(gap.endOffset)];
    return warn({ reason: 'audio_gap', from_ms, to_ms });
  };

  return {
    /** False if this runner may decide nothing more. A new connection is asked from the beginning, as its client may have been away. */
    check: async (): Promise<boolean> => {
      const { target } = outbox;
      const found = feed.gap;
      if (!found || !target) {
        known = undefined;
        return true;
      }
      const { offset } = found;
      if (known?.offset !== offset || known.target !== target)
        known = { offset, target, asks: 0, lookedAtMs: nowMs() };
      if (nowMs() - known.lookedAtMs < resendMs) return true;
      known = { ...known, asks: known.asks + 1, lookedAtMs: nowMs() };
      await lookBack();
      const { gap } = feed;
      if (gap?.offset !== offset) return true;
      if (known.asks > maxAsks) return fill(gap);
      outbox.send(events.resend(gap.offset, gap.endOffset));
      return true;
    },
    /** Goes on at once without bytes that are missing, because their client has gone. False if this runner may decide nothing more. */
    forgo: async (): Promise<boolean> => {
      await lookBack();
      const { gap } = feed;
      if (gap && !(await fill(gap))) return false;
      // Read here, because the runner would take the silence for a sign of life of the client.
      await look(0);
      return true;
    },
  };
};
