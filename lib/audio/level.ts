import { frameSamples, rms, toFloats } from './pcm.ts';

const targetRms = 0.08;
const maxGain = 200;
/** 1.5 s on both sides: longer than a word, shorter than a turn of a conversation. */
const reachFrames = 47;

/**
 * Brings quiet and loud passages to one level, for the ear of the voice activity model only, which misses quiet ones.
 * The gain follows the loudest frame within 1.5 s, so this reads 1.5 s ahead. Samples come out in [-1, 1].
 */
export async function* level(frames: AsyncIterable<Int16Array>): AsyncGenerator<Float32Array> {
  const waiting: Float32Array[] = [];
  /** Of the frames from 1.5 s before the first waiting one up to the newest. */
  const loudness: number[] = [];
  let behind = 0;
  let gain: number | null = null;

  const release = (): Float32Array[] => {
    const frame = waiting.shift();
    if (!frame) return [];
    let loudest = targetRms / maxGain;
    for (const value of loudness) loudest = Math.max(loudest, value);
    if (behind === reachFrames) loudness.shift();
    else behind += 1;
    const next = targetRms / loudest;
    amplify(frame, gain ?? next, next);
    gain = next;
    return [frame];
  };

  for await (const frame of frames) {
    const samples = toFloats(frame);
    waiting.push(samples);
    loudness.push(rms(samples));
    if (waiting.length > reachFrames) yield* release();
  }
  while (waiting.length > 0) yield* release();
}

/** In place. The gain slides over the frame, since a step in it sounds like a click. */
function amplify(frame: Float32Array, from: number, to: number): void {
  for (let i = 0; i < frame.length; i += 1) {
    const gain = from + ((to - from) * i) / frameSamples;
    frame[i] = Math.max(-1, Math.min(1, (frame[i] ?? 0) * gain));
  }
}
