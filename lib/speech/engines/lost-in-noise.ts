import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { loudnessRangeDb } from '#lib/speech/audio/noise.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { totalMs } from '#lib/speech/audio/time-span.ts';

/**
 * The share of segments that are below this range and have an unsure text: 4 % in clear recordings, and 16, 25, 40 and
 * 57 % with noise 20, 15, 10 and 5 dB below the speech.
 */
const maxRangeDb = 28;
/** Chosen by the number of word errors, see ADR 27. */
const minShare = 0.4;

/**
 * Whether noise hides much of the speech from a small model. If so, a wider model should recognize all of it, because
 * even sure texts of the small model are often wrong. `unsure` are the segments without a sure text.
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
