import { frameMs, type FrameRange } from '#lib/speech/audio/pcm.ts';
import { offsetProbability, padMs, SpeechRanges } from '#lib/speech/audio/segmenter.ts';

/**
 * Where audio is decided, relative to the previous decision. Speech is only in the first `frames`. The next audio begins
 * at `throughMs`, in the silence after the speech.
 */
export type Endpoint = {
  readonly frames: number;
  readonly throughMs: number;
  readonly reason: 'silence' | 'length';
};

const inFrames = (ms: number): number => Math.ceil(ms / frameMs);
/** A voice ends within its last frame, on average in the middle. So the silence is half a frame longer than its frames. */
const silentFrames = (ms: number): number => Math.round(ms / frameMs - 1 / 2);
/** Longer speech would take the model too long. Longer silence would take too long for a transcriber that resumes the session. */
const maxFrames = Math.floor(10_000 / frameMs);
/** As in the segmenter, a silence shorter than this is a pause within speech. */
const pauseFrames = inFrames(250);
/** The minimum audio after its speech that a final hears. If silence replaces the rest of the pad, 1 % more words are wrong. */
export const shortTailMs = 96;
/**
 * Uses the whole pad where there is time for it: a silence that ends a segment is long enough, unless `silenceMs` is
 * very short.
 */
const tailOf = (silenceMs: number | null): number =>
  silenceMs !== null && silenceMs >= 2 * padMs ? padMs : shortTailMs;
/** 96 ms. Shorter pauses are within a word. */
const minPauseFrames = 3;

/** Decides frame by frame where a segment of speech ends. With `silenceMs` null, only ten seconds of silence or of speech end it. */
export class Endpointer {
  /** How much audio after speech is heard before a text is prepared in advance. */
  readonly tailMs: number;
  readonly #silenceFrames: number;
  readonly #probabilities: number[] = [];
  readonly #ranges = new SpeechRanges();

  constructor({ silenceMs }: { readonly silenceMs: number | null }) {
    this.tailMs = tailOf(silenceMs);
    this.#silenceFrames = silenceMs === null ? maxFrames : silentFrames(silenceMs);
  }

  /** The probability of speech in each frame since the last decision. */
  get probabilities(): readonly number[] {
    return this.#probabilities;
  }

  /** The speech since the last decision, including its pauses. */
  get speech(): FrameRange | undefined {
    const ranges = this.#ranges.all();
    const [first] = ranges;
    return first && { start: first.start, end: ranges.at(-1)?.end ?? first.end };
  }

  /** Whether a voice is heard now, or was heard a moment ago. */
  get isVoiced(): boolean {
    const { speech } = this;
    return speech !== undefined && this.#probabilities.length - speech.end < pauseFrames;
  }

  /** Adds the probability of speech in the next frame. Returns an endpoint if there is one at this frame. */
  add(probability: number): Endpoint | undefined {
    this.#probabilities.push(probability);
    this.#ranges.add(probability);
    const frames = this.#probabilities.length;
    const { speech } = this;
    if (this.#ranges.isVoiced)
      return speech && frames - speech.start > maxFrames ? this.#cut(speech) : undefined;
    if (!speech)
      return frames >= maxFrames
        ? { frames, throughMs: frames * frameMs - padMs, reason: 'silence' }
        : undefined;
    const quiet = frames - speech.end;
    return quiet >= this.#silenceFrames ? endpointAfter(speech, quiet) : undefined;
  }

  /** The silence since the last speech; 0 while a voice is heard. */
  get quietMs(): number {
    const { speech } = this;
    return !speech || this.#ranges.isVoiced ? 0 : (this.#probabilities.length - speech.end) * frameMs;
  }

  /** The endpoint that will follow if the silence lasts. Undefined until all audio is heard that its final needs. */
  get likely(): Endpoint | undefined {
    const { speech, quietMs } = this;
    return speech && quietMs >= this.tailMs ? endpointAfter(speech, this.#silenceFrames) : undefined;
  }

  /**
   * Cuts at the middle of the longest pause in the second half of the allowed length. Without a pause, cuts where speech
   * is least likely.
   */
  #cut({ start }: FrameRange): Endpoint {
    let least = start + (maxFrames >> 1);
    let longest = { start: least, frames: 0 };
    let pause = 0;
    for (let i = least; i < start + maxFrames; i += 1) {
      const probability = this.#probabilities[i] ?? 0;
      pause = probability < offsetProbability ? pause + 1 : 0;
      if (pause > longest.frames) longest = { start: i + 1 - pause, frames: pause };
      if (probability < (this.#probabilities[least] ?? 0)) least = i;
    }
    const frames = longest.frames >= minPauseFrames ? longest.start + (longest.frames >> 1) : least;
    return { frames, throughMs: frames * frameMs, reason: 'length' };
  }
}

/** Leaves enough silence for the pads of both neighbours. */
const endpointAfter = ({ end }: FrameRange, quiet: number): Endpoint => {
  const quietMs = quiet * frameMs;
  return {
    frames: end,
    throughMs: end * frameMs + Math.max(quietMs / 2, quietMs - padMs),
    reason: quiet < maxFrames ? 'silence' : 'length',
  };
};
