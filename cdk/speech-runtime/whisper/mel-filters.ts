/** The number of frequencies in the spectrum up to 8 kHz, 40 Hz apart. */
export const spectrumBins = 201;
const binHz = 40;

/** The mel scale of Slaney's Auditory Toolbox (1998): linear below 1 kHz, logarithmic above. */
const melLinear = 200 / 3;
const melLogStep = Math.log(6.4) / 27;
const melOf = (hz: number): number => (hz < 1_000 ? hz / melLinear : 15 + Math.log(hz / 1_000) / melLogStep);
const hzOf = (mel: number): number =>
  mel < 15 ? mel * melLinear : 1_000 * Math.exp((mel - 15) * melLogStep);

/** One triangular filter: its weights for the bins of the spectrum, starting at bin `first`. */
type MelFilter = { readonly first: number; readonly weights: Float64Array };

/** `count` triangular filters up to 8 kHz, evenly spaced on Slaney's scale, each of area one. */
export const melFilters = (count: number): MelFilter[] => {
  const highest = melOf((spectrumBins - 1) * binHz);
  const corner = (i: number): number => hzOf((i * highest) / (count + 1));
  return Array.from({ length: count }, (_, i) => {
    const low = corner(i);
    const peak = corner(i + 1);
    const high = corner(i + 2);
    const weights = Float64Array.from({ length: spectrumBins }, (_unused, bin) => {
      const hz = bin * binHz;
      const height = Math.min((hz - low) / (peak - low), (high - hz) / (high - peak));
      return (Math.max(0, height) * 2) / (high - low);
    });
    const first = weights.findIndex((weight) => weight > 0);
    return { first, weights: weights.subarray(first, weights.findLastIndex((weight) => weight > 0) + 1) };
  });
};
