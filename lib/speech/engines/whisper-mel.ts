import { sampleRate } from '#lib/speech/audio/pcm.ts';

/** Whisper processes windows of exactly 30 s: 3,000 frames, one every 10 ms. */
export const melFrames = 3_000;
const windowSamples = 30 * sampleRate;
const hop = windowSamples / melFrames;
/** 25 ms, and the factors by which the transform below divides it. */
const frameLength = 400;
const radices = [4, 4, 5, 5];
const spectrumBins = frameLength / 2 + 1;

const radians = (n: number): number => (2 * Math.PI * n) / frameLength;
const hann = Float64Array.from({ length: frameLength }, (_, n) => (1 - Math.cos(radians(n))) / 2);
const cosine = Float64Array.from({ length: frameLength }, (_, n) => Math.cos(radians(n)));
const sine = Float64Array.from({ length: frameLength }, (_, n) => Math.sin(radians(n)));

type Spectra = { readonly real: Float64Array; readonly imaginary: Float64Array };
const emptySpectra = (): Spectra => ({
  real: new Float64Array(frameLength),
  imaginary: new Float64Array(frameLength),
});
const workspace: readonly [Spectra, Spectra] = [emptySpectra(), emptySpectra()];

/** The mel scale of Slaney's Auditory Toolbox (1998): linear below 1 kHz, logarithmic above. */
const melLinear = 200 / 3;
const melLogStep = Math.log(6.4) / 27;
const melOf = (hz: number): number => (hz < 1_000 ? hz / melLinear : 15 + Math.log(hz / 1_000) / melLogStep);
const hzOf = (mel: number): number =>
  mel < 15 ? mel * melLinear : 1_000 * Math.exp((mel - 15) * melLogStep);

/** One triangular filter: its weights for the bins of the spectrum, starting at bin `first`. */
export type MelFilter = { readonly first: number; readonly weights: Float64Array };

/** `count` triangular filters up to 8 kHz, evenly spaced on Slaney's scale, each of area one. */
export const melFilters = (count: number): MelFilter[] => {
  const highest = melOf(sampleRate / 2);
  const corner = (i: number): number => hzOf((i * highest) / (count + 1));
  return Array.from({ length: count }, (_, i) => {
    const [low, peak, high] = [corner(i), corner(i + 1), corner(i + 2)];
    const weights = Float64Array.from({ length: spectrumBins }, (_unused, bin) => {
      const hz = (bin * sampleRate) / frameLength;
      const height = Math.min((hz - low) / (peak - low), (high - hz) / (high - peak));
      return (Math.max(0, height) * 2) / (high - low);
    });
    const first = weights.findIndex((weight) => weight > 0);
    return { first, weights: weights.subarray(first, weights.findLastIndex((weight) => weight > 0) + 1) };
  });
};

/**
 * The log-mel spectrogram of Whisper (Radford et al. 2022) for 16 kHz mono audio of at most 30 s, padded with silence to
 * `frames`. Returns [filters × frames].
 */
export const logMel = (
  pcm: Float32Array,
  filters: readonly MelFilter[],
  frames = melFrames,
): Float32Array => {
  const mel = new Float32Array(filters.length * frames).fill(-10);
  const frame = new Float64Array(frameLength);
  const power = new Float64Array(spectrumBins);
  const audioFrames = Math.min(frames, Math.ceil((pcm.length + frameLength / 2) / hop));
  let loudest = -10;
  for (let t = 0; t < audioFrames; t += 1) {
    for (let n = 0; n < frameLength; n += 1)
      frame[n] = (hann[n] ?? 0) * (pcm[reflected(t * hop + n - frameLength / 2)] ?? 0);
    powerSpectrum(frame, power);
    filters.forEach(({ first, weights }, i) => {
      let energy = 0;
      for (let bin = 0; bin < weights.length; bin += 1)
        energy += (weights[bin] ?? 0) * (power[first + bin] ?? 0);
      const value = Math.log10(Math.max(1e-10, energy));
      mel[i * frames + t] = value;
      loudest = Math.max(loudest, value);
    });
  }
  const floor = loudest - 8;
  return mel.map((value) => (Math.max(value, floor) + 4) / 4);
};

/** Frames are centred, so the first and last ones extend beyond the window, where the audio is reflected. */
const reflected = (sample: number): number =>
  sample < 0 ? -sample : sample < windowSamples ? sample : 2 * windowSamples - 2 - sample;

/** The power of the 201 bins of a frame, by a fast Fourier transform (Cooley & Tukey 1965). */
const powerSpectrum = (frame: Float64Array, power: Float64Array): void => {
  let [from, to] = workspace;
  from.real.set(frame);
  from.imaginary.fill(0);
  let size = 1;
  for (const radix of radices) {
    combine(from, to, { size, radix });
    size *= radix;
    [from, to] = [to, from];
  }
  for (let bin = 0; bin < spectrumBins; bin += 1)
    power[bin] = (from.real[bin] ?? 0) ** 2 + (from.imaginary[bin] ?? 0) ** 2;
};

type Stage = { readonly size: number; readonly radix: number };

/**
 * Joins `radix` spectra of `size` bins into one, and so all. `from` has those of every nth sample, `to` gets those of every (n / `radix`)th.
 * The samples are real, so the upper half of a spectrum mirrors the lower one.
 */
const combine = (from: Spectra, to: Spectra, { size, radix }: Stage): void => {
  const [fromReal, fromImaginary, toReal, toImaginary] = [from.real, from.imaginary, to.real, to.imaginary];
  const bins = size * radix;
  const count = frameLength / bins;
  for (let first = 0; first < count; first += 1) {
    for (let bin = 0, own = 0; 2 * bin <= bins; bin += 1, own = own + 1 === size ? 0 : own + 1) {
      let re = 0;
      let im = 0;
      const turn = count * bin;
      for (let part = 0, angle = 0, at = first * size + own; part < radix; part += 1, at += count * size) {
        const c = cosine[angle] ?? 0;
        const s = sine[angle] ?? 0;
        const a = fromReal[at] ?? 0;
        const b = fromImaginary[at] ?? 0;
        re += a * c + b * s;
        im += b * c - a * s;
        // The remainder of a division would take longer than all the rest.
        angle += angle + turn < frameLength ? turn : turn - frameLength;
      }
      const at = first * bins;
      toReal[at + bin] = re;
      toImaginary[at + bin] = im;
      if (bin === 0) continue;
      toReal[at + bins - bin] = re;
      toImaginary[at + bins - bin] = -im;
    }
  }
};
