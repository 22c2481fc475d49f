import { expect, test } from 'vitest';
import { level } from '#lib/audio/level.ts';
import { rms } from '#lib/audio/pcm.ts';
import { collect } from '../../support/audio.ts';

const frameOf = (amplitude: number): Int16Array =>
  Int16Array.from({ length: 512 }, (_, i) => Math.round(amplitude * Math.sin(i / 4)));
async function* frames(...amplitudes: readonly number[]): AsyncGenerator<Int16Array> {
  for (const amplitude of amplitudes) yield frameOf(amplitude);
}
const repeat = (count: number, amplitude: number): number[] => new Array<number>(count).fill(amplitude);
const loudness = async (...amplitudes: number[]): Promise<number[]> =>
  (await collect(level(frames(...amplitudes)))).map((frame) => rms(frame));

test('quiet and loud speech come out equally loud', async () => {
  for (const amplitude of [40, 400, 4_000, 30_000]) {
    for (const value of await loudness(...repeat(200, amplitude))) expect(value).toBeCloseTo(0.08, 2);
  }
});

test('every frame comes out, in order', async () => {
  expect(await loudness(...repeat(30, 100))).toHaveLength(30);
  expect(await loudness(...repeat(130, 100))).toHaveLength(130);
});

test('a pause in speech stays a pause: the gain follows the speech around it', async () => {
  const levels = await loudness(...repeat(60, 4_000), ...repeat(20, 4), ...repeat(60, 4_000));
  for (const value of levels.slice(61, 79)) expect(value).toBeLessThan(0.001);
});

test('a quiet speaker after a loud one is heard 1.5 s later', async () => {
  const levels = await loudness(...repeat(60, 20_000), ...repeat(120, 100));
  for (const value of levels.slice(60 + 49)) expect(value).toBeCloseTo(0.08, 2);
});

test('silence is not blown up beyond 46 dB', async () => {
  for (const value of await loudness(...repeat(60, 2))) expect(value).toBeLessThan(0.01);
});
