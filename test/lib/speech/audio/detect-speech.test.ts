import { expect, test } from 'vitest';
import { detectSpeech } from '#lib/speech/audio/detect-speech.ts';
import { rms } from '#lib/speech/audio/pcm.ts';
import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import { soundAndSilence } from '../../../support/audio.ts';

/** Hears nothing for two seconds after it first heard sound. */
const deafAfterSound: VoiceActivity = {
  listen() {
    let since = 0;
    return {
      async next(frame) {
        if (rms(frame) < 0.01) return 0.05;
        since += 1;
        return since > 31 && since < 94 ? 0 : 0.9;
      },
    };
  },
  close: async () => undefined,
};

test('speech that is missed forwards is found backwards, in its place', async () => {
  const { heard, voiceActivity } = deafAfterShrillness();
  const pcm = Int16Array.from([...voice(2, 1), ...voice(4, 8), ...new Int16Array(second)]);
  const probabilities = await detectSpeech(pcm, voiceActivity);
  expect(probabilities).toHaveLength(Math.ceil(7_000 / 32));
  expect(probabilities.slice(0, 187)).toEqual(new Array(187).fill(0.9));
  expect(probabilities.slice(188)).toEqual(new Array(31).fill(0.05));
  // The two seconds that were missed, and one before them for the state of the model.
  expect(heard.frames).toBeLessThan(219 + 62 + 33);
});

test('silence is not heard backwards', async () => {
  const { heard, voiceActivity } = deafAfterShrillness();
  await detectSpeech(soundAndSilence(2_000, 3_000, 2_000), voiceActivity);
  expect(heard.frames).toBe(Math.ceil(7_000 / 32));
});
