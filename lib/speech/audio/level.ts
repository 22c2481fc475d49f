import { frameSamples, rms } from './pcm.ts';

const targetRms = 0.08;
const maxGain = 200;
/** 1.5 s: longer than a word, shorter than a speaker's turn. */
const reachFrames = 47;
/**
 * The level halves in 2.2 s. With a shorter memory, the noise before speech counts as speech. With a longer one, a quiet
 * speaker is missed.
 */
const memoryPerFrame = 0.99;

/**
 * Automatic gain control for the voice activity model only, which misses quiet passages.
 * Yields `pcm` in frames (the last one padded with zeros), in [-1, 1]; each frame is valid until the next. The gain
 * follows the loudest frame within 1.5 s on both sides.
 */
export const levelledFrames = function* (pcm: Int16Array): Generator<Float32Array, void> {
  const frame = new Float32Array(frameSamples);
  const loudness = new Float32Array(Math.ceil(pcm.length / frameSamples));
  for (let i = 0; i < loudness.length; i += 1) {
    read(pcm, i, frame);
    loudness[i] = rms(frame);
  }
  const gainAt = (i: number): number =>
    gainFor(loudness.subarray(Math.max(0, i - reachFrames), i + reachFrames + 1));

  let gain = gainAt(0);
  for (let i = 0; i < loudness.length; i += 1) {
    const next = gainAt(i);
    read(pcm, i, frame);
    amplify(frame, gain, next);
    gain = next;
    yield frame;
  }
};

/**
 * Gain control for audio that arrives frame by frame. The gain follows the loudest frame so far, whose level decays
 * slowly. The function takes up to `frameSamples` samples, padded with zeros. The frame that it returns is valid until
 * the next call.
 */
export const onlineLevel = (): ((pcm: Int16Array) => Float32Array) => {
  const frame = new Float32Array(frameSamples);
  let loudest = 0;
  let gain = Infinity;
  return (pcm) => {
    read(pcm, 0, frame);
    loudest = Math.max(rms(frame), memoryPerFrame * loudest);
    const next = gainFor([loudest]);
    // A falling gain falls at once, because the loud sound that causes it is in this frame.
    amplify(frame, Math.min(gain, next), next);
    gain = next;
    return frame;
  };
};

const gainFor = (loudness: Iterable<number>): number => {
  let loudest = targetRms / maxGain;
  for (const value of loudness) loudest = Math.max(loudest, value);
  return targetRms / loudest;
};

const read = (pcm: Int16Array, index: number, frame: Float32Array): void => {
  const from = index * frameSamples;
  for (let i = 0; i < frameSamples; i += 1) frame[i] = (pcm[from + i] ?? 0) / 32_768;
};

/** Works in place. Interpolates the gain over the frame, because a step would sound like a click. */
const amplify = (frame: Float32Array, from: number, to: number): void => {
  for (let i = 0; i < frame.length; i += 1) {
    const gain = from + ((to - from) * i) / frameSamples;
    frame[i] = Math.max(-1, Math.min(1, (frame[i] ?? 0) * gain));
  }
};
