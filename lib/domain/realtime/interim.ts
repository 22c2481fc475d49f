import type { LivePartial } from '#lib/speech/live/live-transcriber.ts';
import type { Keeper } from './keep-lease.ts';
import { partialPace } from './pace.ts';
import type { Run } from './run.ts';
import { ackMs, maxAckMs, repeatAckMs, resampledMs, toldStepMs } from './timing.ts';

/** Tells the client what is heard, while it is heard. None of it is stored, only how far it reaches. */
export const openInterim = ({ held, feed, outbox, events, nowMs }: Run, keeper: Keeper) => {
  const pace = partialPace();
  let wasSpeech = false;
  /** The segment whose partial the client sees. */
  let shown: { readonly id: number; readonly startMs: number } | undefined;
  let ackedAtMs = -Infinity;
  /** Up to where the client was told that its audio is stored, and when. */
  let told = { through: 0, atMs: -Infinity };

  const here = () => ({ through: feed.through, heardMs: feed.heardMs });
  const sendPartial = (partial: LivePartial): void => {
    outbox.send(events.partial(held.session, here(), partial));
    told = { through: feed.through, atMs: nowMs() };
  };

  /** Records how far a text reaches, unless that is known to a second. False if this runner may tell it no more. */
  const record = async ({ text }: LivePartial): Promise<boolean> => {
    const { heardMs } = feed;
    const { committedMs, toldMs } = held.session;
    if (text === '' || heardMs - Math.max(committedMs, toldMs) < toldStepMs) return true;
    return keeper.noteTold(heardMs - resampledMs);
  };

  return {
    /** Tells whether a voice is heard, and takes back a partial text that has become no final one. */
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
     * Tells the text of the segment that is being spoken, as often as the processor allows, and that of the pause after it. False if this
     * runner may tell nothing more.
     */
    partial: async (): Promise<boolean> => {
      const { partials } = held.session.options;
      if (!partials || !outbox.target || !(feed.isSpeech || shown)) return true;
      if (!pace.isDue(feed.heardMs, nowMs(), shown ? 'later' : 'first')) return true;
      const begunAt = nowMs();
      const partial = await keeper.during(() => feed.partial());
      pace.passed(feed.heardMs, { begunAt, endedAt: nowMs() });
      if (!partial) return true;
      if (!(await record(partial))) return false;
      sendPartial(partial);
      shown = { id: held.session.segments + 1, startMs: partial.startMs };
      return true;
    },
    /** Tells up to where audio is stored. A partial text tells it too, but may never be sent, and clients may not look for it there. */
    ack: (): void => {
      const { through, throughMs, heardMs } = feed;
      // Repeated while nothing new arrives, because the last one may have been lost.
      const pauseMs = through > told.through ? ackMs : repeatAckMs;
      const isDue = nowMs() - told.atMs >= pauseMs || nowMs() - ackedAtMs >= maxAckMs;
      if (!isDue || !outbox.target) return;
      outbox.send(events.ack(through, throughMs, heardMs));
      ackedAtMs = nowMs();
      told = { through, atMs: ackedAtMs };
    },
  };
};
