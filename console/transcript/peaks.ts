type Spoken = { readonly start_ms: number; readonly end_ms: number };

/** The loudest sample of each of `count` equal stretches, relative to the loudest sample of all. */
export const peaksOf = (samples: Float32Array, count: number): number[] => {
  const peaks = Array.from({ length: count }, (_, at) => {
    const end = Math.floor(((at + 1) * samples.length) / count);
    let peak = 0;
    for (let index = Math.floor((at * samples.length) / count); index < end; index += 1)
      peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
};

/** The share of speech in each of `count` equal stretches of the recording, 0 to 1. */
export const speechOf = (spoken: readonly Spoken[], totalMs: number, count: number): number[] => {
  const stretchMs = totalMs / count;
  const shares = Array.from({ length: count }, () => 0);
  for (const { start_ms: start, end_ms: end } of spoken) {
    const last = Math.min(count - 1, Math.floor(end / stretchMs));
    for (let at = Math.floor(start / stretchMs); at <= last; at += 1) {
      const coveredMs = Math.min(end, (at + 1) * stretchMs) - Math.max(start, at * stretchMs);
      shares[at] = Math.min(1, (shares[at] ?? 0) + coveredMs / stretchMs);
    }
  }
  return shares;
};

/** Reduces peaks to at most `count`. Each is the highest of those that it replaces. */
export const fewerPeaks = (peaks: readonly number[], count: number): number[] => {
  const scale = peaks.length / count;
  if (scale <= 1) return [...peaks];
  return Array.from({ length: count }, (_, at) =>
    Math.max(...peaks.slice(Math.floor(at * scale), Math.floor((at + 1) * scale))),
  );
};
