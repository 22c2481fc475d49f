import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samplesOf } from '../../../support/samples.ts';
import { ffmpegUnderTest, hasFfmpeg, makeAudio, needs, tone } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

/** Decodes a WAV file in this codec, with a tone of one second at this peak. */
const decoded = async (codec: string, dbfs: number): Promise<Int16Array> => {
  // ffmpeg's sine has a peak of an eighth.
  const level = ['-filter:a', `volume=${8 * 10 ** (dbfs / 20)}`];
  const file = makeAudio(join(folder, 'in.wav'), ...tone(1), ...level, '-ar', '16000', '-c:a', codec);
  return samplesOf(file, ffmpegUnderTest);
};

const peakOf = (samples: Int16Array): number =>
  samples.reduce((peak, one) => Math.max(peak, Math.abs(one)), 0);
const stepsOf = (samples: Int16Array): number => new Set(samples).size;

describe.skipIf(!hasFfmpeg)(`float samples${needs.ffmpeg}`, () => {
  test.each([
    ['pcm_f32le', -80],
    ['pcm_f64le', -80],
    ['pcm_f32le', -60],
    ['pcm_f32le', 12],
  ])('%s at %i dBFS keeps its shape in 16 bits', async (codec, dbfs) => {
    const samples = await decoded(codec, dbfs);
    expect(peakOf(samples)).toBeGreaterThan(16_000);
    expect(peakOf(samples)).toBeLessThan(17_000);
    expect(stepsOf(samples)).toBeGreaterThan(150);
  });

  test('noise below any speech is amplified no further', async () => {
    expect(peakOf(await decoded('pcm_f32le', -120))).toBeLessThan(400);
  });

  test.each([
    ['pcm_f32le', -20],
    ['pcm_s16le', -20],
    ['pcm_s16le', -60],
  ])('%s at %i dBFS stays as loud as it is', async (codec, dbfs) => {
    expect(peakOf(await decoded(codec, dbfs)) / (32_768 * 10 ** (dbfs / 20))).toBeCloseTo(1, 1);
  });
});
