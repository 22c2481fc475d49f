import { msSamples, toSamples } from './pcm.ts';

/** A moment that is louder than the noise floor by more than this is not part of a pause. */
const maxAboveNoiseDb = 10;
/** In noisy recordings, the loudness of a pause is in the lowest quarter of the range from the noise floor to speech. */
const quietShare = 0.25;
/** The loudness of a moment is measured over 32 ms. */
const momentMs = 32;
/** Pauses shorter than 96 ms lie within a word, such as the closure of a stop consonant. */
const minPauseMoments = 96 - momentMs;

/**
 * Returns the best sample for a cut, at a whole millisecond: the quietest moment in the middle of the longest pause, or
 * the quietest moment of all if there is no pause. The result depends only on the audio around the cut, so it is the
 * same wherever `pcm` starts.
 */
export const chooseCut = (pcm: Int16Array): number => {
  const loudness = loudnessOf(pcm);
  if (loudness.length === 0) return 0;
  const inOrder = loudness.filter((_, ms) => ms % momentMs === 0).toSorted();
  const quantile = (share: number): number => inOrder[Math.floor(share * inOrder.length)] ?? 0;
  const noiseFloor = quantile(0.1);
  const threshold = noiseFloor + Math.min(maxAboveNoiseDb, quietShare * (quantile(0.95) - noiseFloor));

  let longest = { start: 0, end: 0 };
  let start = 0;
  for (let i = 0; i < loudness.length; i += 1) {
    if ((loudness[i] ?? 0) > threshold) start = i + 1;
    else if (i + 1 - start > longest.end - longest.start) longest = { start, end: i + 1 };
  }
  const quarter = (longest.end - longest.start) >> 2;
  const isPause = longest.end - longest.start >= minPauseMoments;
  const among = isPause
    ? { start: longest.start + quarter, end: longest.end - quarter }
    : { start: 0, end: loudness.length };
  return toSamples(quietestOf(loudness, among) + momentMs / 2);
};

/** The energy of the moment that starts at each millisecond, in dB relative to an arbitrary reference. */
const loudnessOf = (pcm: Int16Array): Float32Array => {
  const energy = new Float64Array(Math.floor(pcm.length / msSamples));
  for (let ms = 0; ms < energy.length; ms += 1) {
    let sum = 0;
    for (let at = ms * msSamples; at < (ms + 1) * msSamples; at += 1) sum += (pcm[at] ?? 0) ** 2;
    energy[ms] = sum;
  }
  const loudness = new Float32Array(Math.max(0, energy.length - momentMs + 1));
  let last = 1;
  for (let ms = 0; ms < energy.length; ms += 1) {
    last += (energy[ms] ?? 0) - (energy[ms - momentMs] ?? 0);
    if (ms + 1 >= momentMs) loudness[ms + 1 - momentMs] = 10 * Math.log10(last);
  }
  return loudness;
};

/** The first quietest moment of a range. If the moments after it are equally quiet, the middle of that silence. */
const quietestOf = (loudness: Float32Array, { start, end }: { start: number; end: number }): number => {
  let first = start;
  for (let i = start; i < end; i += 1) if ((loudness[i] ?? 0) < (loudness[first] ?? 0)) first = i;
  let last = first;
  while (first > 0 && loudness[first - 1] === loudness[last]) first -= 1;
  while (last + 1 < loudness.length && loudness[last + 1] === loudness[first]) last += 1;
  return (first + last) >> 1;
};
