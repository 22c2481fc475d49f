import { sampleRate, toSample, toSamples } from '#lib/speech/audio/pcm.ts';

/** Half the length of the filter, in samples of the lower rate: up to 3 ms. */
const halfWidth = 24;
/** The shape of the Kaiser window. Unwanted frequencies are 80 dB below the signal. */
const beta = 8;
/** The middle of the filter's edge, as a share of half the lower rate. */
const cutoff = 0.95;

type Resampler = {
  /** Converts the next samples. */
  readonly add: (samples: Int16Array) => Int16Array;
  /** The samples that waited for more. Nothing may be added after it. */
  readonly end: () => Int16Array;
};

/**
 * Converts mono samples of any rate to 16 kHz, from `startMs` of the stream on, by a polyphase filter (Crochiere &
 * Rabiner 1983). Positions are integers, so each sample depends only on the samples within 3 ms around it.
 */
export const resampler = (stream: { readonly sampleRateHz: number; readonly startMs: number }): Resampler => {
  const { sampleRateHz, startMs } = stream;
  if (sampleRateHz === sampleRate) return { add: (samples) => samples, end: () => new Int16Array() };
  const filter = filters.get(sampleRateHz) ?? polyphaseFilter(sampleRateHz);
  filters.set(sampleRateHz, filter);
  /** The position of `kept` in the stream. Earlier audio counts as silence. */
  let from = Math.floor((startMs * sampleRateHz) / 1_000) - filter.reach;
  let kept = new Int16Array(filter.reach);
  let next = toSamples(startMs);

  const add = (samples: Int16Array): Int16Array => {
    const input = new Int16Array(kept.length + samples.length);
    input.set(kept);
    input.set(samples, kept.length);
    const end = from + input.length;
    const output: number[] = [];
    for (;;) {
      const numerator = next * sampleRateHz;
      const center = Math.floor(numerator / sampleRate);
      if (center + filter.reach >= end) break;
      output.push(filter.apply(input, center - from, numerator % sampleRate));
      next += 1;
    }
    const needed = Math.floor((next * sampleRateHz) / sampleRate) - filter.reach - from;
    from += needed;
    kept = input.slice(needed);
    return Int16Array.from(output);
  };
  // Later audio counts as silence, too.
  return { add, end: () => add(new Int16Array(filter.reach)) };
};

// A process serves few rates, so its streams share the computed filters.
const filters = new Map<number, ReturnType<typeof polyphaseFilter>>();

/**
 * `reach` is the number of samples on each side of the center that have a weight. A phase is 1/16,000 of a sample after
 * the center.
 */
const polyphaseFilter = (sampleRateHz: number) => {
  const lowerRate = Math.min(sampleRateHz, sampleRate);
  const half = (halfWidth * sampleRateHz) / lowerRate;
  const reach = Math.ceil(half) + 1;
  const phases = new Map<number, Float64Array>();
  const makePhase = (phase: number): Float64Array => {
    const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) => {
      const distance = i - reach - phase / sampleRate;
      return kaiser(distance / half) * sinc((cutoff * distance * lowerRate) / sampleRateHz);
    });
    // Without this, each phase would amplify a little differently, which sounds like a tone.
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  };
  return {
    reach,
    apply: (input: Int16Array, center: number, phase: number): number => {
      const weights = phases.get(phase) ?? makePhase(phase);
      phases.set(phase, weights);
      const first = center - reach;
      let sum = 0;
      for (let i = 0; i < weights.length; i += 1) sum += (weights[i] ?? 0) * (input[first + i] ?? 0);
      return toSample(sum);
    },
  };
};

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** The Kaiser window over [-1, 1], not normalized. */
const kaiser = (x: number): number => (Math.abs(x) >= 1 ? 0 : besselI0(beta * Math.sqrt(1 - x * x)));

/** The modified Bessel function of the first kind and order 0, by its power series. */
const besselI0 = (x: number): number => {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
};
