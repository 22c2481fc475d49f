import { expect, test } from 'vitest';
import { isNoisy } from '#lib/speech/audio/noise.ts';

/** Two seconds of syllables of 150 ms. The gaps of 50 ms are quieter by this factor. */
const syllables = (quieter: number): Float32Array =>
  Float32Array.from(
    { length: 32_000 },
    (_, i) => (i % 3_200 < 2_400 ? 0.3 : 0.3 / quieter) * Math.sin(i / 5),
  );

test.each([
  ['silence between syllables', 1_000, false],
  ['gaps 20 dB below the voice', 10, false],
  ['gaps 10 dB below the voice', 3.2, true],
  ['no gaps', 1, true],
])('whether speech with %s is noisy', (_, quieter, noisy) => {
  expect(isNoisy(syllables(quieter))).toBe(noisy);
});

test('silence counts as noisy, and so does no audio', () => {
  expect(isNoisy(new Float32Array(16_000))).toBe(true);
  expect(isNoisy(new Float32Array())).toBe(true);
});
