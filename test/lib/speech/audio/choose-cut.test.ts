import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseCut } from '#lib/speech/audio/choose-cut.ts';
import { sampleRate } from '#lib/speech/audio/pcm.ts';

/** Noise with the given levels (dB below full scale) and lengths (ms). Loud noise stands for a voice. */
const turns = (...loudness: readonly (readonly [db: number, ms: number])[]): Int16Array => {
  let state = 1;
  const noise = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  return Int16Array.from(
    loudness.flatMap(([db, ms]) =>
      Array.from({ length: (ms * sampleRate) / 1_000 }, () => Math.round(32_767 * 10 ** (db / 20) * noise())),
    ),
  );
};
const cutSeconds = (pcm: Int16Array): number => chooseCut(pcm) / sampleRate;

const sentences = turns(
  [-20, 3_000],
  [-60, 400],
  [-20, 3_000],
  [-60, 1_000],
  [-20, 3_000],
  [-60, 300],
  [-20, 2_000],
);

test('the cut is at the quietest moment in the middle half of the longest pause', () => {
  const quietest = sentences.slice();
  quietest.fill(0, 6.6 * sampleRate, 6.65 * sampleRate);
  expect(cutSeconds(sentences)).toBeGreaterThan(6.64);
  expect(cutSeconds(sentences)).toBeLessThan(7.16);
  expect(cutSeconds(quietest.fill(0, 7 * sampleRate, 7.05 * sampleRate))).toBeCloseTo(7.025, 2);
});

test('the same sound is cut at the same place wherever the audio starts', () => {
  const cut = chooseCut(sentences);
  for (const ms of [1, 7, 32, 100, 333, 1_000, 2_999])
    expect(chooseCut(sentences.subarray(16 * ms)) + 16 * ms).toBe(cut);
});

test('a pause is found in background noise', () => {
  expect(cutSeconds(turns([-20, 4_000], [-32, 500], [-20, 4_000], [-32, 200], [-20, 3_000]))).toBeCloseTo(
    4.25,
    0,
  );
});

test('quiet speech is not taken for a pause', () => {
  const pcm = turns(
    [-15, 4_000],
    [-60, 600],
    [-45, 3_000],
    [-60, 600],
    [-15, 3_000],
    [-60, 700],
    [-15, 2_000],
  );
  expect(cutSeconds(pcm)).toBeCloseTo(11.55, 0);
});

test('without a pause the cut is at the quietest moment', () => {
  const syllables = Array.from({ length: 40 }, () => [[-20, 160] as const, [-28, 64] as const]).flat();
  expect(cutSeconds(turns(...syllables, [-20, 160], [-34, 64], ...syllables))).toBeCloseTo(9.15, 1);
});

test('silence is cut in its middle', () => {
  expect(cutSeconds(new Int16Array(10 * sampleRate))).toBeCloseTo(5, 1);
});

test('the cut of any audio is a whole millisecond within it', () => {
  fc.assert(
    fc.property(fc.int16Array({ minLength: 0, maxLength: 20_000 }), (pcm) => {
      const cut = chooseCut(pcm);
      expect(cut % 16).toBe(0);
      expect(cut).toBeGreaterThanOrEqual(0);
      expect(cut).toBeLessThanOrEqual(pcm.length);
    }),
  );
});
