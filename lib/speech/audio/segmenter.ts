import { mergeRanges } from './merge-ranges.ts';
import { type FrameRange, frameSamples, toSamples } from './pcm.ts';

const onsetProbability = 0.4;
/** A frame with a lower probability is part of a pause. */
export const offsetProbability = 0.25;
/** How much audio before and after a segment a speech model also hears. */
export const padMs = 200;
const pad = toSamples(padMs);

const inFrames = (ms: number): number => toSamples(ms) / frameSamples;
const minSilence = Math.ceil(inFrames(250));
const minSpeech = Math.ceil(inFrames(100));
/** What a cut leaves of speech is at least this long, because a shorter rest is part of a word and counts as no speech. */
const minRest = Math.ceil(inFrames(1_000));

/** Segment lengths that suit a speech model. Segments at most `gapMs` apart are merged up to `targetMs`; none exceeds `maxMs`. */
export type SegmentLengths = {
  readonly targetMs: number;
  readonly maxMs: number;
  readonly gapMs: number;
};

/**
 * In samples: speech from `start` to `end`, with pads from `from` to `to`. `voiced` lists the parts of the speech
 * between the pauses.
 */
export type SpeechSpan = {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly voiced: readonly { readonly start: number; readonly end: number }[];
};

/** Hysteresis thresholding, frame by frame: speech starts at `onsetProbability` and ends after 0.25 s below `offsetProbability`. */
export class SpeechRanges {
  readonly #closed: FrameRange[] = [];
  #frames = 0;
  #start: number | null = null;
  #silentSince: number | null = null;

  /** Takes the probability of speech in the next frame. */
  add(probability: number): void {
    const frame = this.#frames;
    this.#frames += 1;
    if (probability >= onsetProbability) {
      this.#start ??= frame;
      this.#silentSince = null;
    } else if (this.#start !== null && probability < offsetProbability) this.#silentSince ??= frame;
    if (this.#silentSince === null || this.#frames - this.#silentSince < minSilence) return;
    this.#closed.push(...this.#open());
    this.#start = null;
    this.#silentSince = null;
  }

  /** The ranges of speech so far, as if the audio ended here. */
  all(): FrameRange[] {
    return [...this.#closed, ...this.#open()];
  }

  /** Whether the newest frame is inside a range of speech, however short, in which no pause has begun. */
  get isVoiced(): boolean {
    return this.#start !== null && this.#silentSince === null;
  }

  #open(): FrameRange[] {
    if (this.#start === null) return [];
    const end = this.#silentSince ?? this.#frames;
    return end - this.#start >= minSpeech ? [{ start: this.#start, end }] : [];
  }
}

/**
 * Turns the probability of speech per frame into padded spans of the lengths that suit the recognizer. Cuts long spans
 * where speech is least likely, and merges neighbours across short gaps. Returns only spans in `within`. The frames
 * around `within` are context: they decide whether sound across its borders is speech.
 */
export const segmentSpeech = (
  probabilities: ArrayLike<number>,
  within: FrameRange,
  { targetMs, maxMs, gapMs }: SegmentLengths,
): SpeechSpan[] => {
  const target = Math.floor(inFrames(targetMs));
  const maxFrames = Math.floor(inFrames(maxMs));
  const gap = Math.floor(inFrames(gapMs));
  const ranges = findSpeechRanges(probabilities).flatMap((range) =>
    splitRange(clip(range, within), probabilities, maxFrames),
  );
  const merged = mergeRanges(ranges, { target, gap });
  return merged.map(({ start, end, parts }, i) => {
    const before = i === 0 ? start - within.start : (start - (merged[i - 1]?.end ?? 0)) / 2;
    const after = i === merged.length - 1 ? within.end - end : ((merged[i + 1]?.start ?? 0) - end) / 2;
    return {
      start: start * frameSamples,
      end: end * frameSamples,
      from: start * frameSamples - Math.min(pad, before * frameSamples),
      to: end * frameSamples + Math.min(pad, after * frameSamples),
      voiced: parts.map((part) => ({ start: part.start * frameSamples, end: part.end * frameSamples })),
    };
  });
};

const findSpeechRanges = (probabilities: ArrayLike<number>): FrameRange[] => {
  const ranges = new SpeechRanges();
  for (let i = 0; i < probabilities.length; i += 1) ranges.add(probabilities[i] ?? 0);
  return ranges.all();
};

const clip = ({ start, end }: FrameRange, within: FrameRange): FrameRange => ({
  start: Math.max(start, within.start),
  end: Math.min(end, within.end),
});

/**
 * Cuts a span into pieces. Each cut is where speech is least likely in the second half of a piece. An empty span yields
 * no pieces.
 */
const splitRange = (range: FrameRange, probabilities: ArrayLike<number>, maxFrames: number): FrameRange[] => {
  const pieces: FrameRange[] = [];
  let { start } = range;
  while (range.end - start > maxFrames) {
    let cut = start + (maxFrames >> 1);
    const latest = Math.min(start + maxFrames, range.end - minRest);
    for (let i = cut; i < latest; i += 1) if ((probabilities[i] ?? 0) < (probabilities[cut] ?? 0)) cut = i;
    pieces.push({ start, end: cut });
    start = cut;
  }
  if (range.end > start) pieces.push({ start, end: range.end });
  return pieces;
};
