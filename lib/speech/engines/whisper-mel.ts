import { sampleRate } from '#lib/speech/audio/pcm.ts';

/** Whisper processes windows of exactly 30 s: 3,000 frames, one every 10 ms. */
export const melFrames = 3_000;
const windowSamples = 30 * sampleRate;
const hop = windowSamples / melFrames;
/** 25 ms, 400 samples. The transform below uses 400 = 25 · 16. */
const frameLength = 400;
const [long, short] = [25, 16];
const spectrumBins = frameLength / 2 + 1;

const radians = (n: number): number => (2 * Math.PI * n) / frameLength;
const hann = Float64Array.from({ length: frameLength }, (_, n) => (1 - Math.cos(radians(n))) / 2);
const cosine = Float64Array.from({ length: frameLength }, (_, n) => Math.cos(radians(n)));
const sine = Float64Array.from({ length: frameLength }, (_, n) => Math.sin(radians(n)));
const real = new Float64Array(long);
const imaginary = new Float64Array(long);

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

/**
 * The power of the 201 bins of a frame, by a fast Fourier transform (Cooley & Tukey 1965) in two stages: 25 transforms of
 * 16 samples, then 16 of 25. The frame is real, so seven of the second stage follow by symmetry.
 */
const powerSpectrum = (frame: Float64Array, power: Float64Array): void => {
  for (let k = 0; k <= short / 2; k += 1) {
    for (let r = 0; r < long; r += 1) {
      let re = 0;
      let im = 0;
      for (let n = r, angle = 0; n < frameLength; n += long) {
        const sample = frame[n] ?? 0;
        re += sample * (cosine[angle] ?? 0);
        im -= sample * (sine[angle] ?? 0);
        angle = (angle + long * k) % frameLength;
      }
      real[r] = re;
      imaginary[r] = im;
    }
    for (let bin = k; bin < frameLength; bin += short) {
      let re = 0;
      let im = 0;
      for (let r = 0, angle = 0; r < long; r += 1) {
        const c = cosine[angle] ?? 0;
        const s = sine[angle] ?? 0;
        const a = real[r] ?? 0;
        const b = imaginary[r] ?? 0;
        re += a * c + b * s;
        im += b * c - a * s;
        angle = (angle + bin) % frameLength;
      }
      power[Math.min(bin, frameLength - bin)] = re * re + im * im;
    }
  }
};
