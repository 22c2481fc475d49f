import { frameSamples, toSamples } from './pcm.ts';

const onsetProbability = 0.4;
const offsetProbability = 0.25;
const pad = toSamples(200);

const inFrames = (ms: number): number => toSamples(ms) / frameSamples;
const minSilence = Math.ceil(inFrames(250));
const minSpeech = Math.ceil(inFrames(100));

/** What a speech model wants: neighbours across at most `gapMs` merged up to `targetMs`, nothing over `maxMs`. */
export type SegmentLengths = {
  readonly targetMs: number;
  readonly maxMs: number;
  readonly gapMs: number;
};

/** In frames, end exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

/** In samples: speech from `start` to `end`, to be heard from `from` to `to`. */
export type SpeechSpan = {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
};

/**
 * Turns the probability of speech per frame into spans fit for the recognizer: the lengths it wants, and the pads. Only what
 * lies `within` counts, frames around it are context: they tell whether what crosses its border is speech. A stretch of
 * speech that is too long is cut where speech is least likely, neighbours across a short gap are merged.
 */
export const segmentSpeech = (
  probabilities: ArrayLike<number>,
  within: Stretch,
  { targetMs, maxMs, gapMs }: SegmentLengths,
): SpeechSpan[] => {
  const target = Math.floor(inFrames(targetMs));
  const longest = Math.floor(inFrames(maxMs));
  const gap = Math.floor(inFrames(gapMs));
  const merged: Stretch[] = [];
  for (const stretch of findStretches(probabilities)) {
    for (const part of cutUp(inside(stretch, within), probabilities, longest)) {
      const last = merged.at(-1);
      if (last && part.start - last.end <= gap && part.end - last.start <= target)
        merged[merged.length - 1] = { start: last.start, end: part.end };
      else merged.push(part);
    }
  }
  return merged.map(({ start, end }, i) => {
    const before = i === 0 ? start - within.start : (start - (merged[i - 1]?.end ?? 0)) / 2;
    const after = i === merged.length - 1 ? within.end - end : ((merged[i + 1]?.start ?? 0) - end) / 2;
    return {
      start: start * frameSamples,
      end: end * frameSamples,
      from: start * frameSamples - Math.min(pad, before * frameSamples),
      to: end * frameSamples + Math.min(pad, after * frameSamples),
    };
  });
};

/** Speech between silences of 0.25 s and more; a lone blip is none. */
const findStretches = (probabilities: ArrayLike<number>): Stretch[] => {
  const stretches: Stretch[] = [];
  let start: number | null = null;
  let quietSince: number | null = null;
  const close = (end: number): void => {
    if (start !== null && end - start >= minSpeech) stretches.push({ start, end });
    [start, quietSince] = [null, null];
  };
  for (let i = 0; i < probabilities.length; i += 1) {
    const probability = probabilities[i] ?? 0;
    if (probability >= onsetProbability) {
      start ??= i;
      quietSince = null;
    } else if (start !== null && probability < offsetProbability) quietSince ??= i;
    if (quietSince !== null && i + 1 - quietSince >= minSilence) close(quietSince);
  }
  close(quietSince ?? probabilities.length);
  return stretches;
};

const inside = ({ start, end }: Stretch, within: Stretch): Stretch => ({
  start: Math.max(start, within.start),
  end: Math.min(end, within.end),
});

/** Each piece but the last is cut in its second half. Nothing comes of an empty stretch. */
const cutUp = (stretch: Stretch, probabilities: ArrayLike<number>, longest: number): Stretch[] => {
  const pieces: Stretch[] = [];
  let { start } = stretch;
  while (stretch.end - start > longest) {
    let least = start + (longest >> 1);
    for (let i = least; i < start + longest; i += 1)
      if ((probabilities[i] ?? 0) < (probabilities[least] ?? 0)) least = i;
    pieces.push({ start, end: least });
    start = least;
  }
  if (stretch.end > start) pieces.push({ start, end: stretch.end });
  return pieces;
};
