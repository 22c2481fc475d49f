import { bitReader, bitWriter } from './bits.ts';

/** How often samples are replaced by their differences, and to which one before: 2 for two channels in turns. */
const predictions = [
  { order: 0, stride: 1 },
  { order: 1, stride: 1 },
  { order: 2, stride: 1 },
  { order: 3, stride: 1 },
  { order: 1, stride: 2 },
  { order: 2, stride: 2 },
  { order: 3, stride: 2 },
] as const;
const maxShift = 15;
const maxSamples = 65_535;
/** The place of the prediction in the list, the shift, and the number of samples. */
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

const repeated = (step: typeof sums, values: Int32Array, at: (typeof predictions)[number]): Int32Array => {
  let result = values;
  for (let time = 0; time < at.order; time += 1) result = step(result, at.stride);
  return result;
};

/** 0, -1, 1, -2 … become 0, 1, 2, 3 …, so that small ones are short. */
const unsigned = (value: number): number => (value << 1) ^ (value >> 31);
const signed = (value: number): number => (value >>> 1) ^ -(value & 1);

const bitsOf = (values: Int32Array, shift: number): number => {
  let bits = values.length * (1 + shift);
  for (const value of values) bits += value >>> shift;
  return bits;
};

/** Rice codes are shortest with about the logarithm of the mean. */
const shiftFor = (values: Int32Array): number => {
  const mean = bitsOf(values, 0) / values.length;
  return Math.min(maxShift, Math.max(0, Math.round(Math.log2(mean)) - 1));
};

const samplesIn = (bytes: Uint8Array): Int32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int32Array(bytes.length / 2);
  for (let i = 0; i < samples.length; i += 1) samples[i] = view.getInt16(2 * i, true);
  return samples;
};

const asTheyAre = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.from([unpacked]), bytes]);

/**
 * Packs 16-bit samples, little endian, without loss: speech to about half of its bytes. Any other bytes are kept as they are, and
 * one byte longer. Differences to samples before are stored as Rice codes, as in Shorten (Robinson, 1994). The reverse is `unpackSamples`.
 */
export const packSamples = (bytes: Uint8Array): Uint8Array => {
  const samples = bytes.length % 2 === 0 ? samplesIn(bytes) : new Int32Array();
  if (samples.length === 0 || samples.length > maxSamples) return asTheyAre(bytes);
  let best = { kind: 0, shift: 0, codes: samples, bits: Infinity };
  for (const [kind, prediction] of predictions.entries()) {
    const codes = repeated(differences, samples, prediction).map(unsigned);
    const shift = shiftFor(codes);
    const bits = bitsOf(codes, shift);
    if (bits < best.bits) best = { kind, shift, codes, bits };
  }
  const packed = Buffer.alloc(headBytes + Math.ceil(best.bits / 8));
  if (packed.length > bytes.length) return asTheyAre(bytes);
  packed.writeUInt8(best.kind, 0);
  packed.writeUInt8(best.shift, 1);
  packed.writeUInt16LE(samples.length, 2);
  const writer = bitWriter(packed.subarray(headBytes));
  for (const code of best.codes) {
    writer.unary(code >>> best.shift);
    writer.bits(code, best.shift);
  }
  return packed;
};

/** What `packSamples` was given. Throws on bytes that it did not make. */
export const unpackSamples = (packed: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes.readUInt8(0) === unpacked) return new Uint8Array(packed.subarray(1));
  const prediction = predictions[bytes.readUInt8(0)];
  if (!prediction) throw new Error('These are no packed samples.');
  const shift = bytes.readUInt8(1);
  const reader = bitReader(bytes.subarray(headBytes));
  const codes = new Int32Array(bytes.readUInt16LE(2));
  for (let i = 0; i < codes.length; i += 1) codes[i] = signed((reader.unary() << shift) | reader.bits(shift));
  const samples = repeated(sums, codes, prediction);
  const out = new DataView(new ArrayBuffer(2 * samples.length));
  for (let i = 0; i < samples.length; i += 1) out.setInt16(2 * i, samples[i] ?? 0, true);
  return new Uint8Array(out.buffer);
};
