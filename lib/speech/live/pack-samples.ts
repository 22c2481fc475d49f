import { bitReader, bitWriter } from './bits.ts';

/** The maximum number of times that samples are replaced by their differences. */
const maxOrder = 3;
const maxShift = 15;
const maxSamples = 65_535;
/** The order and the stride of the differences, their shift, and the number of samples. */
const headBytes = 4;
const unpacked = 255;

const differences = (values: Int32Array, stride: number): Int32Array => {
  const result = new Int32Array(values);
  for (let i = stride; i < values.length; i += 1) result[i] = (values[i] ?? 0) - (values[i - stride] ?? 0);
  return result;
};

/** The reverse of `differences`. */
const sums = (values: Int32Array, stride: number): Int32Array => {
  const result = new Int32Array(values);
  for (let i = stride; i < values.length; i += 1) result[i] = (values[i] ?? 0) + (result[i - stride] ?? 0);
  return result;
};

/** Differences to earlier samples. They are small if the order and the stride suit the samples. */
type Differences = {
  readonly order: number;
  /** 2 for interleaved samples of two channels. */
  readonly stride: number;
  readonly values: Int32Array;
  readonly sum: number;
};

const sumOf = (values: Int32Array): number => {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
};

/** The differences with the smallest sum. Tries higher orders as long as the sum falls. */
const bestDifferences = (samples: Int32Array): Differences => {
  let best: Differences = { order: 0, stride: 1, values: samples, sum: sumOf(samples) };
  for (const stride of [1, 2]) {
    let values = samples;
    for (let order = 1; order <= maxOrder; order += 1) {
      values = differences(values, stride);
      const sum = sumOf(values);
      if (sum >= best.sum) break;
      best = { order, stride, values, sum };
    }
  }
  return best;
};

/** Maps 0, -1, 1, -2 … to 0, 1, 2, 3 …, so that small numbers have short codes. */
const unsigned = (value: number): number => (value << 1) ^ (value >> 31);
const signed = (value: number): number => (value >>> 1) ^ -(value & 1);

const bitsOf = (codes: Int32Array, shift: number): number => {
  let bits = codes.length * (1 + shift);
  for (const code of codes) bits += code >>> shift;
  return bits;
};

/** Rice codes are shortest if the shift is about the logarithm of the mean. */
const shiftFor = (mean: number): number =>
  Math.min(maxShift, Math.max(0, Math.round(Math.log2(mean + 1)) - 1));

const samplesIn = (bytes: Uint8Array): Int32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int32Array(bytes.length / 2);
  for (let i = 0; i < samples.length; i += 1) samples[i] = view.getInt16(2 * i, true);
  return samples;
};

const asTheyAre = (bytes: Uint8Array): Uint8Array => {
  const kept = new Uint8Array(1 + bytes.length);
  kept[0] = unpacked;
  kept.set(bytes, 1);
  return kept;
};

/**
 * Packs 16-bit samples, little endian, without loss: speech to about half of its bytes. Any other bytes stay as they
 * are, and get one byte longer. Stores the differences to earlier samples as Rice codes, as in Shorten (Robinson, 1994).
 * `unpackSamples` is the inverse.
 */
export const packSamples = (bytes: Uint8Array): Uint8Array => {
  const samples = bytes.length % 2 === 0 ? samplesIn(bytes) : new Int32Array();
  if (samples.length === 0 || samples.length > maxSamples) return asTheyAre(bytes);
  const { order, stride, values, sum } = bestDifferences(samples);
  const codes = values.map(unsigned);
  const shift = shiftFor((2 * sum) / codes.length);
  const packed = new Uint8Array(headBytes + Math.ceil(bitsOf(codes, shift) / 8));
  if (packed.length > bytes.length) return asTheyAre(bytes);
  packed.set([4 * order + stride, shift, samples.length & 255, samples.length >> 8]);
  const writer = bitWriter(packed.subarray(headBytes));
  for (const code of codes) {
    writer.unary(code >>> shift);
    writer.bits(code, shift);
  }
  writer.end();
  return packed;
};

/** Returns the input of `packSamples`. Throws if `packSamples` did not make these bytes. */
export const unpackSamples = (packed: Uint8Array): Uint8Array => {
  const [kind = 0, shift = 0, low = 0, high = 0] = packed;
  if (kind === unpacked) return packed.slice(1);
  const order = kind >> 2;
  const stride = kind & 3;
  if (order > maxOrder || stride < 1 || stride > 2 || shift > maxShift)
    throw new Error('These are no packed samples.');
  const reader = bitReader(packed.subarray(headBytes));
  let samples: Int32Array = new Int32Array(low + 256 * high);
  for (let i = 0; i < samples.length; i += 1)
    samples[i] = signed((reader.unary() << shift) | reader.bits(shift));
  for (let time = 0; time < order; time += 1) samples = sums(samples, stride);
  const out = new DataView(new ArrayBuffer(2 * samples.length));
  for (let i = 0; i < samples.length; i += 1) out.setInt16(2 * i, samples[i] ?? 0, true);
  return new Uint8Array(out.buffer);
};
