import { rms, toSamples } from './pcm.ts';

const step = toSamples(20);
/**
 * In nine of ten segments of clear speech, the loud moments are at least 17 dB above the quiet ones. With noise 10 dB
 * below the speech the difference is at most 17 dB, with many voices at once at most 10 dB.
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
