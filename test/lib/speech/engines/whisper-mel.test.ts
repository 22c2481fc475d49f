import { describe, expect, test } from 'vitest';
import { logMel, melFilters, melFrames } from '#lib/speech/engines/whisper-mel.ts';

const filters = melFilters(80);
const weight = (filter: number, bin: number): number => {
  const { first = 0, weights = new Float64Array() } = filters[filter] ?? {};
  return weights[bin - first] ?? 0;
};

describe('the filter bank', () => {
  test.each([
    [0, 0, 0],
    [0, 1, 0.024862593984176087],
    [0, 2, 0],
    [1, 1, 0.001990821911022067],
    [1, 2, 0.022871772096078016],
    [33, 33, 0.018177473406255303],
    [79, 190, 0.0022320550527126443],
    [79, 199, 0.0004487590275890477],
  ])('filter %i has at bin %i the published weight %d', (filter, bin, published) => {
    expect(weight(filter, bin)).toBeCloseTo(published, 7);
  });

  test('the filter bank has the published sum', () => {
    const sum = filters.flatMap(({ weights }) => [...weights]).reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(1.999024102917858, 6);
  });
});

describe('the log-mel spectrogram', () => {
  const noise = (samples: number): Float32Array => {
    let state = 1;
    return Float32Array.from({ length: samples }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    });
  };

  /** The spectrogram by definition: a direct Fourier transform, then filters, logarithm and clamp. */
  const byDefinition = (pcm: Float32Array, t: number): number[] => {
    const padded = new Float64Array(480_000);
    padded.set(pcm);
    const power = Array.from({ length: 201 }, (_, k) => {
      let [re, im] = [0, 0];
      for (let n = 0; n < 400; n += 1) {
        let at = t * 160 + n - 200;
        if (at < 0) at = -at;
        if (at >= 480_000) at = 959_998 - at;
        const sample = (padded[at] ?? 0) * 0.5 * (1 - Math.cos((2 * Math.PI * n) / 400));
        re += sample * Math.cos((2 * Math.PI * k * n) / 400);
        im += sample * Math.sin((2 * Math.PI * k * n) / 400);
      }
      return re * re + im * im;
    });
    return filters.map((_, i) =>
      Math.log10(
        Math.max(
          1e-10,
          power.reduce((sum, p, bin) => sum + p * weight(i, bin), 0),
        ),
      ),
    );
  };
  const column = (mel: Float32Array, t: number): number[] =>
    filters.map((_, i) => mel[i * melFrames + t] ?? Number.NaN);

  test.each([
    ['a short clip', 8_000, [0, 1, 20, 49, 50, 51]],
    ['a full window, at both of its ends', 480_000, [0, 1, 1_500, 2_998, 2_999]],
  ])('is what its definition says: %s', (_, samples, frames) => {
    const pcm = noise(samples);
    const mel = logMel(pcm, filters);
    const loudest = 4 * mel.reduce((a, b) => Math.max(a, b)) - 4;
    for (const t of frames) {
      const expected = byDefinition(pcm, t).map((value) => (Math.max(value, loudest - 8) + 4) / 4);
      column(mel, t).forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? 0, 4));
    }
  });

  test('silence is clamped to 80 dB below the loudest value', () => {
    const mel = logMel(noise(8_000), filters);
    const loudest = mel.reduce((a, b) => Math.max(a, b));
    for (const value of column(mel, 2_000)) expect(value).toBeCloseTo(loudest - 2, 5);
    expect(new Set(logMel(new Float32Array(16_000), filters))).toEqual(new Set([-1.5]));
  });
});
