/** Frames that share one decision on polarity: 64 ms at 16 kHz. */
export const blockFrames = 1024;
/** A polarity changes over 8 ms, which nobody hears. */
const rampFrames = 128;
/** Below this part of what its channels carry, a mix has lost something that adding them the other way would keep. */
const minKept = 1 / 4;
/** Twice this high pass, with its corner at 260 Hz, keeps the hum and offset that all channels share out of the decision. */
const memory = 0.9;

/**
 * Mixes interleaved samples of so many channels to their mean, block after block of `blockFrames` (the last may be
 * shorter). A channel is turned over where the plain mean would cancel what it shares with the others, so each block
 * keeps at least a quarter of the energy that its channels carry above the hum, however they are laid out. Polarities
 * stay as they are for as long as that holds.
 */
export const downmixer = (channels: number): ((interleaved: Int16Array) => Int16Array) => {
  if (channels === 1) return (mono) => mono;
  const ear = highPass(channels);
  let signs: Float64Array = new Float64Array(channels).fill(1);
  let isFirst = true;
  return (interleaved) => {
    const mono = new Int16Array(interleaved.length / channels);
    for (let at = 0; at < mono.length; at += blockFrames) {
      const block = interleaved.subarray(at * channels, (at + blockFrames) * channels);
      const before = signs;
      const heard = ear(block);
      if (!isKept(heard, signs)) signs = chooseSigns(heard, channels);
      mix(block, mono.subarray(at, at + blockFrames), { before: isFirst ? signs : before, signs });
      isFirst = false;
    }
    return mono;
  };
};

/** The returned array is good until the next call. */
const highPass = (channels: number): ((block: Int16Array) => Float32Array) => {
  let last: Float64Array | undefined;
  const once = new Float64Array(channels);
  const twice = new Float64Array(channels);
  const space = new Float32Array(blockFrames * channels);
  return (block) => {
    // As if what comes first had always been there: an offset is no sound.
    last ??= Float64Array.from(block.subarray(0, channels));
    for (let at = 0; at < block.length; at += channels) {
      for (let channel = 0; channel < channels; channel += 1) {
        const sample = block[at + channel] ?? 0;
        const before = once[channel] ?? 0;
        const passed = sample - (last[channel] ?? 0) + memory * before;
        const value = passed - before + memory * (twice[channel] ?? 0);
        last[channel] = sample;
        once[channel] = passed;
        twice[channel] = value;
        space[at + channel] = value;
      }
    }
    return space.subarray(0, block.length);
  };
};

const isKept = (heard: Float32Array, signs: Float64Array): boolean => {
  let carried = 0;
  let kept = 0;
  for (let at = 0; at < heard.length; at += signs.length) {
    let sum = 0;
    for (let channel = 0; channel < signs.length; channel += 1) {
      const value = heard[at + channel] ?? 0;
      carried += value * value;
      sum += (signs[channel] ?? 0) * value;
    }
    kept += sum * sum;
  }
  return kept >= minKept * carried;
};

/** Adds one channel after the other the way round that adds energy, so that the sum keeps all of it. */
const chooseSigns = (heard: Float32Array, channels: number): Float64Array => {
  const signs = new Float64Array(channels);
  const sum = new Float64Array(heard.length / channels);
  for (let channel = 0; channel < channels; channel += 1) {
    let shared = 0;
    for (let i = 0; i < sum.length; i += 1) shared += (sum[i] ?? 0) * (heard[i * channels + channel] ?? 0);
    const sign = shared < 0 ? -1 : 1;
    signs[channel] = sign;
    for (let i = 0; i < sum.length; i += 1)
      sum[i] = (sum[i] ?? 0) + sign * (heard[i * channels + channel] ?? 0);
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
