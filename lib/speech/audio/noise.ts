import { rms, toSamples } from './pcm.ts';

const step = toSamples(20);
/**
 * Clear speech is 17 dB and more above the quiet moments between its sounds in nine of ten segments; with noise 10 dB below it
 * 17 and less, with many voices at once 10 and less.
 */
const minRangeDb = 17;

/** By how many dB the loud moments of a segment exceed the quiet ones. `pcm` is 16 kHz mono in [-1, 1]. */
export const loudnessRangeDb = (pcm: Float32Array): number => {
  const loudness: number[] = [];
  for (let at = 0; at + step <= pcm.length; at += step)
    loudness.push(20 * Math.log10(rms(pcm.subarray(at, at + step)) + 1e-6));
  const inOrder = loudness.toSorted((a, b) => a - b);
  const quantile = (share: number): number => inOrder[Math.floor(share * inOrder.length)] ?? 0;
  return quantile(0.95) - quantile(0.1);
};

/** Whether loud and quiet moments of a segment differ less than in clear speech. `pcm` is 16 kHz mono in [-1, 1]. */
export const isNoisy = (pcm: Float32Array): boolean => loudnessRangeDb(pcm) < minRangeDb;
