import { toSample } from './pcm.ts';

/** A smaller share of the sound's level (34 dB below it) hides no pause. */
const minShare = 0.02;

/**
 * Removes a constant offset (DC), which some sound cards add. With it, pauses seem nearly as loud as speech, so clear
 * speech would count as noisy.
 */
export const withoutOffset = (pcm: Int16Array): Int16Array => {
  let sum = 0;
  let energy = 0;
  for (const sample of pcm) {
    sum += sample;
    energy += sample * sample;
  }
  const offset = Math.round(sum / Math.max(1, pcm.length));
  const isHeard = offset !== 0 && Math.abs(offset) >= minShare * Math.sqrt(energy / pcm.length);
  return isHeard ? pcm.map((sample) => toSample(sample - offset)) : pcm;
};
