import { frameSamples } from './pcm.ts';

/** A frame this much louder than the noise floor is never part of a pause. */
const maxAboveNoiseDb = 10;
/** In noisy recordings, a pause is in the lowest quarter between the noise floor and speech. */
const quietShare = 0.25;
/** 96 ms. A shorter pause is within a word, such as the closure of a stop consonant. */
const minPauseFrames = 3;

/** Returns the best sample for a cut: the middle of the longest pause, else the quietest frame. A multiple of `frameSamples`. */
export const chooseCut = (pcm: Int16Array): number => {
  const loudness = loudnessOf(pcm);
  const inOrder = loudness.toSorted();
  const quantile = (share: number): number => inOrder[Math.floor(share * inOrder.length)] ?? 0;
  const noiseFloor = quantile(0.1);
  const threshold = noiseFloor + Math.min(maxAboveNoiseDb, quietShare * (quantile(0.95) - noiseFloor));

  let longest = { start: 0, frames: 0 };
  let pause = 0;
  for (const [i, value] of loudness.entries()) {
    pause = value <= threshold ? pause + 1 : 0;
    if (pause > longest.frames) longest = { start: i + 1 - pause, frames: pause };
  }
  const middle = longest.start + Math.round(longest.frames / 2);
  return frameSamples * (longest.frames >= minPauseFrames ? middle : quietestOf(loudness));
};

/** The energy of each frame in dB, relative to an arbitrary reference. */
const loudnessOf = (pcm: Int16Array): Float32Array => {
  const loudness = new Float32Array(Math.floor(pcm.length / frameSamples));
  for (let i = 0; i < loudness.length; i += 1) {
    let energy = 1;
    for (let at = i * frameSamples; at < (i + 1) * frameSamples; at += 1) energy += (pcm[at] ?? 0) ** 2;
    loudness[i] = 10 * Math.log10(energy);
  }
  return loudness;
};

const quietestOf = (loudness: Float32Array): number => {
  let quietest = 0;
  for (const [i, value] of loudness.entries()) if (value < (loudness[quietest] ?? 0)) quietest = i;
  return quietest;
};
