import { errorEvent } from './errors.ts';
import type { Commits } from './commits.ts';
import type { Target } from './outbox.ts';
import { maxMessageBytes } from './protocol.ts';
import type { Run } from './run.ts';
import type { Gap, Unread } from './session-repository.ts';
import { maxAsks, resendMs } from './timing.ts';

type Known = {
  readonly offset: number;
  /** The connection from which the bytes are requested. */
  readonly target: Target;
  readonly asks: number;
  readonly lookedAtMs: number;
};

/** Asks the client to send missing bytes again, and continues without them after a while. */
export const openGapWatch = ({ deps, held, feed, outbox, events, nowMs }: Run, { warn }: Commits) => {
  let known: Known | undefined;

  /** Reads one page. Returns where its last frame begins, and whether something was new. */
  const read = async (unread: Unread) => {
    const input = await deps.sessions.readInput(held.session, unread);
    return { last: input.frames.at(-1)?.offset, isNew: feed.add(input) };
  };

  /** A client may cut its audio differently when it sends it again, so a frame may begin before the gap. */
  const lookBack = async (): Promise<void> => {
    const { afterFrame } = feed.from(held.session);
    let at: number | undefined = Math.max(-1, afterFrame - maxMessageBytes);
    while (at !== undefined && at <= feed.through)
      at = (await read({ ...feed.from(held.session), afterFrame: at })).last;
  };

  /** Stores silence in place of the bytes, unless they have arrived. */
  const fill = async (gap: Gap): Promise<boolean> => {
    const { id, requestId, lastEventId } = held.session;
    const from_ms = feed.msAt(gap.offset);
    const to_ms = feed.msAt(gap.endOffset);
    // One write, so that no runner that dies between two leaves a silence of which the client is not warned.
    if (!(await warn({ reason: 'audio_gap', from_ms, to_ms }, gap))) return false;
    if (held.session.lastEventId > lastEventId)
      outbox.send(errorEvent(id, deps.now(), { type: 'audio_gap_too_long', requestId, fatal: false }));
    return true;
  };

  return {
    /**
     * False if this runner may decide nothing more. A new connection gets the full number of requests, because its
     * client may have been away.
     */
    check: async (): Promise<boolean> => {
      const { target } = outbox;
      const found = feed.gap;
      if (!found || !target) return true;
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
    /**
     * Continues at once without the missing bytes, because the client has left. False if this runner may decide nothing
     * more.
     */
    forgo: async (): Promise<boolean> => {
      const { gap } = feed;
      if (gap && !(await fill(gap))) return false;
      // Read here, because the runner itself would take the silence, and the frames after it, for a sign that the
      // client is alive.
      while ((await read(feed.from(held.session))).isNew);
      return true;
    },
  };
};
