import { rms, toSamples } from '#lib/speech/audio/pcm.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';

const stepMs = 10;
const step = toSamples(stepMs);
const minPauseMs = 120;
/** Sound this far below loud speech is not a voice, even without background noise. */
const voiceRangeDb = 40;
/** The loudness of a pause is in the lowest quarter of the range from the noise floor to loud speech. */
const quietShare = 0.25;

/**
 * Finds the spans of a segment without a voice, by loudness. Returns them in order, in ms from the start of the segment.
 * `pcm` is 16 kHz mono in [-1, 1].
 */
export const findPauses = (pcm: Float32Array): TimeSpan[] => {
  const loudness: number[] = [];
  for (let at = 0; at + 2 * step <= pcm.length; at += step)
    loudness.push(20 * Math.log10(rms(pcm.subarray(at, at + 2 * step)) + 1 / 32_768));
  const inOrder = loudness.toSorted((a, b) => a - b);
  const loud = inOrder[Math.floor(0.95 * inOrder.length)] ?? 0;
  const noiseFloor = Math.max(loud - voiceRangeDb, inOrder[Math.floor(0.1 * inOrder.length)] ?? 0);
  const threshold = noiseFloor + quietShare * (loud - noiseFloor);

  const pauses: TimeSpan[] = [];
  let startMs: number | null = null;
  for (const [i, value] of [...loudness, Infinity].entries()) {
    if (value < threshold) {
      startMs ??= i * stepMs;
      continue;
    }
    if (startMs !== null && i * stepMs - startMs >= minPauseMs) pauses.push({ startMs, endMs: i * stepMs });
    startMs = null;
  }
  return pauses;
};
