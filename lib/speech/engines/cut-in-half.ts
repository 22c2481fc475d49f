import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { frameSamples, rms, toMs } from '#lib/speech/audio/pcm.ts';
import { clipSpans } from '#lib/speech/audio/time-span.ts';

const minHalfMs = 1_000;

/** Cuts at the quietest moment of the middle half. Returns nothing if a half would be too short. */
export const cutInHalf = (segment: SpeechSegment, pcm: Float32Array): SpeechSegment[] => {
  const first = pcm.length >> 2;
  let cut = first;
  let quietest = Infinity;
  for (let at = first; at + frameSamples <= 3 * first; at += frameSamples) {
    const loudness = rms(pcm.subarray(at, at + frameSamples));
    if (loudness >= quietest) continue;
    quietest = loudness;
    cut = at + (frameSamples >> 1);
  }
  const { startMs, endMs, padMs, voiced } = segment;
  const cutMs = startMs - padMs + toMs(cut);
  if (cutMs - startMs < minHalfMs || endMs - cutMs < minHalfMs) return [];
  const before = { startMs, endMs: cutMs };
  const after = { startMs: cutMs, endMs };
  return [
    { ...before, padMs, pcm: segment.pcm.subarray(0, cut), voiced: clipSpans(voiced, before) },
    { ...after, padMs: 0, pcm: segment.pcm.subarray(cut), voiced: clipSpans(voiced, after) },
  ];
};
