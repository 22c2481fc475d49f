import { levelledFrames } from './level.ts';
import { rms } from './pcm.ts';
import type { FrameRange } from './segmenter.ts';
import type { VoiceActivity } from './voice-activity.ts';

const speechProbability = 0.4;
/** Half a second. What is shorter is a matter of where a word ends. */
const minMissedFrames = 16;
/** Speech may be missed where a quarter of a second is at most 20 dB below the level of speech. */
const minLoudFrames = 8;
const minLoudRms = 0.008;
/** A second, on which the model warms up its state. */
const warmUpFrames = 32;

/**
 * The probability of speech in each frame. After another voice or loud noise, the model may miss speech for seconds that it finds
 * when it listens backwards; where it found none in loud sound, and only there, that probability counts.
 */
export const detectSpeech = async (
  pcm: Int16Array,
  voiceActivity: VoiceActivity,
): Promise<readonly number[]> => {
  const frames = Array.from(levelledFrames(pcm), (frame) => frame.slice());
  const forwards = await listenTo(frames, voiceActivity);
  const reversed = frames.toReversed().map((frame) => frame.toReversed());
  const backwards = (await listenTo(reversed, voiceActivity)).toReversed();

  const probabilities = [...forwards];
  let missed = 0;
  for (let i = 0; i <= forwards.length; i += 1) {
    if ((forwards[i] ?? 1) < speechProbability && (backwards[i] ?? 0) >= speechProbability) missed += 1;
    else {
      const from = i - missed;
      if (missed >= minMissedFrames) probabilities.splice(from, missed, ...backwards.slice(from, i));
      missed = 0;
    }
  }
  return probabilities;
};

const listenTo = async (
  frames: readonly Float32Array[],
  voiceActivity: VoiceActivity,
): Promise<readonly number[]> => {
  const voice = voiceActivity.listen();
  const probabilities: number[] = [];
  for (const frame of frames) probabilities.push(await voice.next(frame));
  return probabilities;
};
