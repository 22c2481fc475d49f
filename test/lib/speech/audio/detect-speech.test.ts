import { expect, test } from 'vitest';
import { detectSpeech } from '#lib/speech/audio/detect-speech.ts';
import { rms } from '#lib/speech/audio/pcm.ts';
import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import { soundAndSilence } from '../../../support/audio.ts';

const second = 16_000;
/** A voice that changes its sign every `samples` samples. */
const voice = (seconds: number, samples: number): Int16Array =>
  Int16Array.from({ length: seconds * second }, (_, i) => (i % (2 * samples) < samples ? 2_000 : -2_000));
const isShrill = (frame: Float32Array): boolean =>
  frame.filter((sample, i) => sample > 0 !== (frame[i - 1] ?? 0) > 0).length > 200;

/** Detects no other voice for two seconds after a shrill one. Counts the frames that it gets. */
const deafAfterShrillness = () => {
  const heard = { frames: 0 };
  const voiceActivity: VoiceActivity = {
    listen() {
      let deafFrames = 0;
      return {
        async hear(frames) {
          heard.frames += frames.length;
          return frames.map((frame) => {
            if (rms(frame) < 0.01) return 0.05;
            deafFrames = isShrill(frame) ? 62 : deafFrames - 1;
            return isShrill(frame) || deafFrames < 0 ? 0.9 : 0;
          });
        },
      };
    },
    close: async () => undefined,
  };
  return { heard, voiceActivity };
};

test('speech that is missed forwards is found backwards, in its place', async () => {
  const { heard, voiceActivity } = deafAfterShrillness();
  const pcm = Int16Array.from([...voice(2, 1), ...voice(4, 8), ...new Int16Array(second)]);
  const probabilities = await detectSpeech(pcm, voiceActivity);
  expect(probabilities).toHaveLength(Math.ceil(7_000 / 32));
  expect(probabilities.slice(0, 187)).toEqual(new Array(187).fill(0.9));
  expect(probabilities.slice(188)).toEqual(new Array(31).fill(0.05));
  // Hears again the two missed seconds, and one second before them for the state of the model.
  expect(heard.frames).toBeLessThan(219 + 62 + 33);
});

test('silence is not heard backwards', async () => {
  const { heard, voiceActivity } = deafAfterShrillness();
  await detectSpeech(soundAndSilence(2_000, 3_000, 2_000), voiceActivity);
  expect(heard.frames).toBe(Math.ceil(7_000 / 32));
});
