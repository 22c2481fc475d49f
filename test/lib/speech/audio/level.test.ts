import { expect, test } from 'vitest';
import { levelledFrames } from '#lib/speech/audio/level.ts';
import { rms } from '#lib/speech/audio/pcm.ts';

const framesOf = (amplitudes: readonly number[]): Int16Array =>
  Int16Array.from({ length: 512 * amplitudes.length }, (_, i) =>
    Math.round((amplitudes[i >> 9] ?? 0) * Math.sin((i % 512) / 4)),
  );
const repeat = (count: number, amplitude: number): number[] => new Array<number>(count).fill(amplitude);
const loudness = (...amplitudes: number[]): number[] =>
  Array.from(levelledFrames(framesOf(amplitudes)), (frame) => rms(frame));

test('quiet and loud speech are levelled to the same loudness', () => {
  for (const amplitude of [40, 400, 4_000, 30_000]) {
    for (const value of loudness(...repeat(200, amplitude))) expect(value).toBeCloseTo(0.08, 2);
  }
});

test('every frame is returned, the last one padded with zeros', () => {
  expect(loudness(...repeat(30, 100))).toHaveLength(30);
  expect(Array.from(levelledFrames(new Int16Array(513)))).toHaveLength(2);
  expect([...levelledFrames(new Int16Array())]).toEqual([]);
});

test('a pause in speech stays quiet, because the gain follows the speech around it', () => {
  const levels = loudness(...repeat(60, 4_000), ...repeat(20, 4), ...repeat(60, 4_000));
  for (const value of levels.slice(61, 79)) expect(value).toBeLessThan(0.001);
});

test('a quiet speaker reaches full level 1.5 s after a loud one', () => {
  const levels = loudness(...repeat(60, 20_000), ...repeat(120, 100));
  for (const value of levels.slice(60 + 49)) expect(value).toBeCloseTo(0.08, 2);
});

test('silence is not amplified by more than 46 dB', () => {
  for (const value of loudness(...repeat(60, 2))) expect(value).toBeLessThan(0.01);
});
