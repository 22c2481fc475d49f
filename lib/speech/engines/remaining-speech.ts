import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { toSamples } from '#lib/speech/audio/pcm.ts';
import { clipSpans, subtractSpans, totalMs } from '#lib/speech/audio/time-span.ts';
import type { Word } from './engine.ts';
import { findPauses } from './pauses.ts';
import { maxWordMs } from './word-lengths.ts';

/** Less speech after the last word is its own end, or a breath. */
const minRemainingMs = 700;
const maxPadMs = 200;

/**
 * The speech of a segment that its text does not reach: a decoder may end a text early, for example where the next speaker or
 * language begins. `words` have times of the file. Undefined if the text reaches the end.
 */
export const remainingSpeech = (
  segment: SpeechSegment,
  words: readonly Word[],
  pcm: Float32Array,
): SpeechSegment | undefined => {
  const last = words.at(-1);
  if (!last) return undefined;
  const { endMs, padMs, voiced } = segment;
  const offsetMs = segment.startMs - padMs;
  // Alignment lets the last word last until the end of the audio.
  const textEndMs = Math.min(last.endMs, last.startMs + maxWordMs(last.text));
  const pauses = findPauses(pcm).map((pause) => ({
    startMs: offsetMs + pause.startMs,
    endMs: offsetMs + pause.endMs,
  }));
  const remaining = subtractSpans(clipSpans(voiced, { startMs: textEndMs, endMs }), pauses);
  const [first] = remaining;
  if (!first || totalMs(remaining) <= minRemainingMs) return undefined;
  const { startMs } = first;
  const pad = Math.min(maxPadMs, startMs - textEndMs);
  return {
    startMs,
    endMs,
    padMs: pad,
    pcm: segment.pcm.subarray(toSamples(startMs - pad - offsetMs)),
    voiced: clipSpans(voiced, { startMs, endMs }),
  };
};
