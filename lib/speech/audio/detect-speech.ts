import { levelledFrames } from './level.ts';
import { type FrameRange, rms } from './pcm.ts';
import type { VoiceActivity } from './voice-activity.ts';

const speechProbability = 0.4;
/** Half a second. Shorter differences only concern where a word ends. */
const minMissedFrames = 16;
/** Missed speech has at least a quarter of a second that is at most 20 dB below the level of speech. */
const minLoudFrames = 8;
const minLoudRms = 0.008;
/** One second of audio, on which the model warms up its state. */
const warmUpFrames = 32;

/**
 * The probability of speech in each frame. After another voice or a loud noise, the model may miss seconds of speech
 * that it does find in reversed audio. So where the model found no speech in loud sound, and only there, the probability
 * from reversed audio counts.
 */
export const detectSpeech = async (
  pcm: Int16Array,
  voiceActivity: VoiceActivity,
): Promise<readonly number[]> => {
  const frames = Array.from(levelledFrames(pcm), (frame) => frame.slice());
  const probabilities = await voiceActivity.listen().hear(frames);
  const isMissing = (i: number): boolean => (probabilities[i] ?? 1) < speechProbability;
  for (const { start, end } of rangesOf(isMissing, { start: 0, end: frames.length })) {
    const loud = frames.slice(start, end).filter((frame) => rms(frame) >= minLoudRms);
    if (loud.length < minLoudFrames) continue;
    const reversed = frames.slice(start, end + warmUpFrames).toReversed();
    const found = await voiceActivity.listen().hear(reversed.map((frame) => frame.toReversed()));
    const backwards = found.toReversed();
    const isFound = (i: number): boolean => (backwards[i - start] ?? 0) >= speechProbability;
    for (const missed of rangesOf(isFound, { start, end })) {
      const counted = backwards.slice(missed.start - start, missed.end - start);
      probabilities.splice(missed.start, counted.length, ...counted);
    }
  }
  return probabilities;
};

/** The ranges of at least `minMissedFrames` consecutive frames for which `holds` is true. */
const rangesOf = (holds: (frame: number) => boolean, { start, end }: FrameRange): FrameRange[] => {
  const ranges: FrameRange[] = [];
  let from = start;
  for (let i = start; i <= end; i += 1) {
    if (i < end && holds(i)) continue;
    if (i - from >= minMissedFrames) ranges.push({ start: from, end: i });
    from = i + 1;
  }
  return ranges;
};
