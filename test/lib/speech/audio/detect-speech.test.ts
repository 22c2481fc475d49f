import { expect, test } from 'vitest';
import { detectSpeech } from '#lib/speech/audio/detect-speech.ts';
import { rms } from '#lib/speech/audio/pcm.ts';
import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import { soundAndSilence } from '../../../support/audio.ts';

/** Hears nothing for two seconds after it first heard sound. */
const deafAfterSound: VoiceActivity = {
  async detect(frames) {
    let since = 0;
    return Array.from(frames, (frame) => {
      if (rms(frame) < 0.01) return 0.05;
      since += 1;
      return since > 31 && since < 94 ? 0 : 0.9;
    });
  },
  close: async () => undefined,
};

test('speech that is missed forwards is found backwards, in its place', async () => {
  const probabilities = await detectSpeech(soundAndSilence(2_000, 1_000, 4_000), deafAfterSound);
  const heard = probabilities.map((probability) => probability > 0.5);
  expect(probabilities).toHaveLength(Math.ceil(7_000 / 32));
  expect(heard.slice(0, 62).filter(Boolean).length).toBeGreaterThan(30);
  expect(heard.slice(64, 93)).toEqual(new Array(29).fill(false));
  expect(heard.slice(95, 218)).toEqual(new Array(123).fill(true));
});
