import { melFilters } from '#cdk/speech-runtime/whisper/mel-filters.ts';

/**
 * Whisper's spectrogram [time][bins], computed directly from its definition: a Fourier transform, filters, logarithm and clamp.
 */
export const spectrogramOf = (samples: Float32Array, bins: number): Float64Array[] => {
  const filters = melFilters(bins);
  const logs = Array.from({ length: samples.length / 160 }, (_, t) => {
    const power = powerOf(
      Float64Array.from({ length: 400 }, (_one, n) => sampleAt(samples, t * 160 + n - 200)),
    );
    return Float64Array.from(filters, ({ first, weights }) => {
      const energy = weights.reduce((sum, weight, i) => sum + weight * (power[first + i] ?? 0), 0);
      return Math.log10(Math.max(1e-10, energy));
    });
  });
  const loudest = logs.flatMap((log) => [...log]).reduce((a, b) => Math.max(a, b));
  return logs.map((log) => log.map((value) => (Math.max(value, loudest - 8) + 4) / 4));
};

/** The sample at an index. The audio is reflected at both ends. */
const sampleAt = (samples: Float32Array, at: number): number => {
  const inside = at < 0 ? -at : at < samples.length ? at : 2 * samples.length - 2 - at;
  return samples[inside] ?? 0;
};

const powerOf = (frame: Float64Array): Float64Array => {
  const turn = (2 * Math.PI) / frame.length;
  return Float64Array.from({ length: frame.length / 2 + 1 }, (_, k) => {
    let re = 0;
    let im = 0;
    for (const [n, sample] of frame.entries()) {
      const windowed = (sample * (1 - Math.cos(turn * n))) / 2;
      re += windowed * Math.cos(turn * k * n);
      im += windowed * Math.sin(turn * k * n);
    }
    return re * re + im * im;
  });
};
