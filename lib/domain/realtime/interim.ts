import type { LivePartial } from '#lib/speech/live/live-transcriber.ts';
import type { Keeper } from './keep-lease.ts';
import { partialPace } from './pace.ts';
import type { Run } from './run.ts';
import { ackMs, maxAckMs, repeatAckMs, resampledMs, toldStepMs } from './timing.ts';

/** Sends the client the text while it is spoken. None of it is stored, except how far it reaches. */
export const openInterim = ({ held, feed, outbox, events, nowMs }: Run, keeper: Keeper) => {
  const pace = partialPace();
  let wasSpeech = false;
  /** The segment whose partial the client sees. */
  let shown: { readonly id: number; readonly startMs: number } | undefined;
  let ackedAtMs = -Infinity;
  /** The byte up to which the client knows that its audio is stored, and when it was told. */
  let told = { through: 0, atMs: -Infinity };

  const here = () => ({ through: feed.through, heardMs: feed.heardMs });
  const sendPartial = (partial: LivePartial): void => {
    outbox.send(events.partial(held.session, here(), partial));
    told = { through: feed.through, atMs: nowMs() };
  };

  /**
   * Records how far a text reaches, unless it reaches less than a second beyond what is recorded. False if this runner
   * may no longer send it.
   */
  const record = async (): Promise<boolean> => {
    const { heardMs } = feed;
    const { committedMs, toldMs } = held.session;
    if (heardMs - Math.max(committedMs, toldMs) < toldStepMs) return true;
    return keeper.noteTold(heardMs - resampledMs);
  };

  return {
    /** Sends whether a voice is heard, and withdraws a partial text that became no final text. */
    afterHearing: (): void => {
      const { isSpeech, heardMs } = feed;
      if (isSpeech !== wasSpeech) outbox.send(events.speech(isSpeech, heardMs));
      wasSpeech = isSpeech;
      const { segments, committedMs } = held.session;
      if (!shown || shown.startMs >= committedMs) return;
      const nothing = { startMs: heardMs, text: '', stableChars: 0, language: null };
      if (shown.id > segments) sendPartial(nothing);
      shown = undefined;
    },
    /**
     * Sends the text of the segment that is being spoken, as often as the processor allows, and the text of the pause
     * after it. False if this runner may send nothing more.
     */
    partial: async (): Promise<boolean> => {
      const { partials } = held.session.options;
      if (!partials || !outbox.target || !(feed.isSpeech || shown)) return true;
      if (!pace.isDue(feed.heardMs, nowMs(), shown ? 'later' : 'first')) return true;
      const begunAt = nowMs();
      const partial = await keeper.during(() => feed.partial());
      pace.passed(feed.heardMs, { begunAt, endedAt: nowMs() });
      if (!partial) return true;
      if (!(await record())) return false;
      sendPartial(partial);
      shown = { id: held.session.segments + 1, startMs: partial.startMs };
      return true;
    },
    /**
     * Acknowledges the audio that is stored. Partial texts acknowledge it too, but may never be sent, and clients may
     * not read it there.
     */
    ack: (): void => {
      const { through, throughMs, heardMs } = feed;
      // Repeated while no new audio arrives, because the last acknowledgement may have been lost.
      const pauseMs = through > told.through ? ackMs : repeatAckMs;
      const isDue = nowMs() - told.atMs >= pauseMs || nowMs() - ackedAtMs >= maxAckMs;
      if (!isDue) return;
      outbox.send(events.ack(through, throughMs, heardMs));
      ackedAtMs = nowMs();
      told = { through, atMs: ackedAtMs };
    },
  };
};
