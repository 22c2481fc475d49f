import { describe, expect, test } from 'vitest';
import { levelledFrames, onlineLevel } from '#lib/speech/audio/level.ts';
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

describe('of audio that arrives frame by frame', () => {
  const onlineLoudness = (...amplitudes: number[]): number[] => {
    const level = onlineLevel();
    const pcm = framesOf(amplitudes);
    return amplitudes.map((_, i) => rms(level(pcm.subarray(512 * i, 512 * (i + 1)))));
  };

  test('quiet and loud speech are levelled to the same loudness, from the first frame on', () => {
    for (const amplitude of [40, 400, 4_000, 30_000]) {
      for (const value of onlineLoudness(...repeat(50, amplitude))) expect(value).toBeCloseTo(0.08, 2);
    }
  });

  test('a sound after silence is not amplified beyond that', () => {
    for (const value of onlineLoudness(...repeat(50, 2), ...repeat(5, 20_000)).slice(50))
      expect(value).toBeCloseTo(0.08, 2);
  });

  test('a pause stays quiet, because the gain remembers the speech before it', () => {
    const levels = onlineLoudness(...repeat(60, 4_000), ...repeat(60, 40));
    for (const value of levels.slice(61)) expect(value).toBeLessThan(0.003);
  });

  test('a speaker of half the loudness reaches full level after 2.3 s', () => {
    const levels = onlineLoudness(...repeat(20, 8_000), ...repeat(100, 4_000));
    expect(levels[20]).toBeLessThan(0.05);
    for (const value of levels.slice(20 + 72)) expect(value).toBeCloseTo(0.08, 2);
  });

  test('a frame that is not complete is padded with silence', () => {
    const frame = onlineLevel()(framesOf([4_000]).subarray(0, 100));
    expect(frame).toHaveLength(512);
    expect(frame.subarray(100).every((sample) => sample === 0)).toBe(true);
  });
});
