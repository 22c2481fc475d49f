import { frameSamples, toSamples } from './pcm.ts';

const onsetProbability = 0.4;
const offsetProbability = 0.25;
const pad = toSamples(200);

const inFrames = (ms: number): number => toSamples(ms) / frameSamples;
const minSilence = Math.ceil(inFrames(250));
const minSpeech = Math.ceil(inFrames(100));

/** What a speech model wants: neighbours across at most `gapMs` merged up to `targetMs`, nothing over `longestMs`. */
export type SegmentLengths = {
  readonly targetMs: number;
  readonly longestMs: number;
  readonly gapMs: number;
};

/** In samples of the file: speech from `start` to `end`, to be heard from `from` to `to`. */
export type SpeechSpan = {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
};

/** In frames, end exclusive. */
type Stretch = { start: number; end: number };
type OpenStretch = { start: number; probabilities: number[]; quietSince: number | null; isRest: boolean };

/**
 * Turns the probability of speech per frame into spans fit for the recognizer: the lengths it wants, and the pads. A stretch of speech that is too long is cut where speech is least likely, neighbours across a short gap are merged.
 * Holds at most the two newest stretches, however long the audio.
 */
export class Segmenter {
  readonly #mergeGap: number;
  readonly #target: number;
  readonly #longest: number;
  #frame = 0;
  #open: OpenStretch | null = null;
  /** Merged stretches that the next one may still join. */
  #group: Stretch | null = null;
  #lastEnd = 0;

  constructor({ targetMs, longestMs, gapMs }: SegmentLengths) {
    this.#mergeGap = Math.floor(inFrames(gapMs));
    this.#target = Math.floor(inFrames(targetMs));
    this.#longest = Math.floor(inFrames(longestMs));
  }

  /** The first sample that a span of the future may contain. */
  get oldestNeeded(): number {
    const start = this.#group?.start ?? this.#open?.start ?? this.#frame;
    return Math.max(0, start * frameSamples - pad);
  }

  push(probability: number): SpeechSpan[] {
    const spans = this.#open ? this.#extend(this.#open, probability) : this.#listen(probability);
    this.#frame += 1;
    if (this.#group && !this.#open && this.#frame - this.#group.end > this.#mergeGap)
      spans.push(this.#emit(this.#group));
    return spans;
  }

  /** The spans still open at the end of the audio, `samples` long. */
  finish(samples: number): SpeechSpan[] {
    const spans = this.#open ? this.#close(this.#open, this.#open.quietSince ?? this.#frame) : [];
    if (this.#group) spans.push(this.#emit(this.#group));
    return spans.map((span) => ({
      ...span,
      end: Math.min(span.end, samples),
      to: Math.min(span.to, samples),
    }));
  }

  #listen(probability: number): SpeechSpan[] {
    if (probability >= onsetProbability) {
      this.#open = { start: this.#frame, probabilities: [probability], quietSince: null, isRest: false };
    }
    return [];
  }

  #extend(open: OpenStretch, probability: number): SpeechSpan[] {
    open.probabilities.push(probability);
    if (probability >= onsetProbability) open.quietSince = null;
    else if (probability < offsetProbability) open.quietSince ??= this.#frame;

    const next = this.#frame + 1;
    if (open.quietSince !== null && next - open.quietSince >= minSilence)
      return this.#close(open, open.quietSince);
    return next - open.start >= this.#longest ? this.#cut(open) : [];
  }

  #close(open: OpenStretch, end: number): SpeechSpan[] {
    this.#open = null;
    // The rest of a stretch that was cut is speech however short it is; a lone blip is not.
    const isSpeech = end - open.start >= (open.isRest ? 1 : minSpeech);
    return isSpeech ? this.#join({ start: open.start, end }) : [];
  }

  #cut(open: OpenStretch): SpeechSpan[] {
    let least = this.#longest >> 1;
    for (let i = least; i < open.probabilities.length; i += 1) {
      if ((open.probabilities[i] ?? 0) < (open.probabilities[least] ?? 0)) least = i;
    }
    const at = open.start + least;
    const quietSince = open.quietSince === null ? null : Math.max(open.quietSince, at);
    this.#open = { start: at, probabilities: open.probabilities.slice(least), quietSince, isRest: true };
    return this.#join({ start: open.start, end: at });
  }

  #join(stretch: Stretch): SpeechSpan[] {
    const group = this.#group;
    if (group && stretch.start - group.end <= this.#mergeGap && stretch.end - group.start <= this.#target) {
      group.end = stretch.end;
      return [];
    }
    const spans = group ? [this.#emit(group, stretch.start)] : [];
    this.#group = stretch;
    return spans;
  }

  #emit(group: Stretch, nextStart = Infinity): SpeechSpan {
    this.#group = null;
    const start = group.start * frameSamples;
    const end = group.end * frameSamples;
    const isFirst = this.#lastEnd === 0;
    const before = isFirst ? start : (start - this.#lastEnd) / 2;
    const after = (nextStart * frameSamples - end) / 2;
    this.#lastEnd = end;
    return { start, end, from: start - Math.min(pad, before), to: end + Math.min(pad, after) };
  }
}
