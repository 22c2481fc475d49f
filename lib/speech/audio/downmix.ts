/** Frames that share one decision on polarity: 64 ms at 16 kHz. */
export const blockFrames = 1024;
/** A polarity changes over 8 ms, which is inaudible. */
const rampFrames = 128;
/** A mix with less than this share of its channels' energy has cancelled a signal that is out of phase. */
const minKept = 1 / 4;
/**
 * Feedback of the high-pass filter (applied twice, cutoff 260 Hz). It keeps hum and offset that channels share out of
 * the decision.
 */
const feedback = 0.9;

/**
 * Mixes interleaved samples of `channels` to their mean, in blocks of `blockFrames` (the last block may be shorter).
 * Inverts a channel where the plain mean would cancel what the channel shares with the others. So each block keeps at
 * least a quarter of its channels' energy above the cutoff, for any channel layout. Polarities change only when a block
 * would keep less. `onInverted` is called when a channel is inverted.
 */
export const downmixer = (
  channels: number,
  onInverted: () => void = () => {},
): ((interleaved: Int16Array) => Int16Array) => {
  if (channels === 1) return (mono) => mono;
  const filter = highPass(channels);
  let signs: Float64Array = new Float64Array(channels).fill(1);
  let isFirst = true;
  return (interleaved) => {
    const mono = new Int16Array(interleaved.length / channels);
    for (let at = 0; at < mono.length; at += blockFrames) {
      const block = interleaved.subarray(at * channels, (at + blockFrames) * channels);
      const before = signs;
      const filtered = filter(block);
      if (!isKept(filtered, signs)) {
        signs = chooseSigns(filtered, channels);
        onInverted();
      }
      mix(block, mono.subarray(at, at + blockFrames), { before: isFirst ? signs : before, signs });
      isFirst = false;
    }
    return mono;
  };
};

/** The returned array is valid until the next call. */
const highPass = (channels: number): ((block: Int16Array) => Float32Array) => {
  let last: Float64Array | undefined;
  const firstStage = new Float64Array(channels);
  const secondStage = new Float64Array(channels);
  const output = new Float32Array(blockFrames * channels);
  return (block) => {
    // Starts in the steady state of the first frame, so that a constant offset causes no transient.
    last ??= Float64Array.from(block.subarray(0, channels));
    for (let at = 0; at < block.length; at += channels) {
      for (let channel = 0; channel < channels; channel += 1) {
        const sample = block[at + channel] ?? 0;
        const before = firstStage[channel] ?? 0;
        const passed = sample - (last[channel] ?? 0) + feedback * before;
        const value = passed - before + feedback * (secondStage[channel] ?? 0);
        last[channel] = sample;
        firstStage[channel] = passed;
        secondStage[channel] = value;
        output[at + channel] = value;
      }
    }
    return output.subarray(0, block.length);
  };
};

const isKept = (filtered: Float32Array, signs: Float64Array): boolean => {
  let carried = 0;
  let kept = 0;
  for (let at = 0; at < filtered.length; at += signs.length) {
    let sum = 0;
    for (let channel = 0; channel < signs.length; channel += 1) {
      const value = filtered[at + channel] ?? 0;
      carried += value * value;
      sum += (signs[channel] ?? 0) * value;
    }
    kept += sum * sum;
  }
  return kept >= minKept * carried;
};

/** Greedy: gives each channel the sign that correlates with the sum so far, so that the energies add up. */
const chooseSigns = (filtered: Float32Array, channels: number): Float64Array => {
  const signs = new Float64Array(channels);
  const sum = new Float64Array(filtered.length / channels);
  for (let channel = 0; channel < channels; channel += 1) {
    let shared = 0;
    for (let i = 0; i < sum.length; i += 1) shared += (sum[i] ?? 0) * (filtered[i * channels + channel] ?? 0);
    const sign = shared < 0 ? -1 : 1;
    signs[channel] = sign;
    for (let i = 0; i < sum.length; i += 1)
      sum[i] = (sum[i] ?? 0) + sign * (filtered[i * channels + channel] ?? 0);
  }
  return signs;
};

type Signs = { readonly before: Float64Array; readonly signs: Float64Array };

const mix = (block: Int16Array, mono: Int16Array, { before, signs }: Signs): void => {
  const channels = signs.length;
  for (let i = 0; i < mono.length; i += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += (signs[channel] ?? 0) * (block[i * channels + channel] ?? 0);
    }
    mono[i] = sum / channels;
  }
  if (before === signs) return;
  for (let i = 0; i < Math.min(rampFrames, mono.length); i += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      const from = before[channel] ?? 0;
      const sign = from + (((signs[channel] ?? 0) - from) * i) / rampFrames;
      sum += sign * (block[i * channels + channel] ?? 0);
    }
    mono[i] = sum / channels;
  }
};
