import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { loudnessRangeDb } from '#lib/speech/audio/noise.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { totalMs } from '#lib/speech/audio/time-span.ts';

/** Of segments of clear recordings 4 % are below this with an unsure text; with noise 20, 15, 10 and 5 dB below, 16, 25, 40 and 57 %. */
const maxRangeDb = 28;
/** Chosen by word errors, see ADR 27. */
const minShare = 0.4;

/**
 * Whether noise hides so much of the speech from a small model that a wider one should hear all of it: then what the small model
 * is sure of is often wrong too. `unsure` are the segments without a sure text.
 */
export const isLostInNoise = (
  segments: readonly SpeechSegment[],
  unsure: readonly SpeechSegment[],
): boolean => {
  const lost = unsure.filter(({ pcm }) => loudnessRangeDb(toFloats(pcm)) < maxRangeDb);
  return lost.length > 0 && spokenMs(lost) >= minShare * spokenMs(segments);
};

const spokenMs = (segments: readonly SpeechSegment[]): number =>
  totalMs(segments.flatMap(({ voiced }) => voiced));
