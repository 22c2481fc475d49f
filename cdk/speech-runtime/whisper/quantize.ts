import { transpose } from '../transpose.ts';

/** The number of values that share a scale. Smaller blocks are more exact and slower. */
export const blockSize = 256;

/**
 * An 8-bit matrix. Each of the `bytes` [rows × blocks × size of a block] is 128 + the number divided by the scale of its
 * block. The scales are [rows × blocks].
 */
export type Quantized = {
  readonly blocks: number;
  readonly bytes: Uint8Array;
  readonly scales: Float32Array;
};

/**
 * Quantizes a matrix [rows × columns] row by row, symmetrically around zero, in blocks of `size` numbers. Zeros pad the
 * last block of a row.
 */
export const quantize = (values: Float32Array, columns: number, size = blockSize): Quantized => {
  const rows = values.length / columns;
  const blocks = Math.ceil(columns / size);
  const bytes = new Uint8Array(rows * blocks * size).fill(128);
  const scales = new Float32Array(rows * blocks);
  for (let block = 0; block < scales.length; block += 1) {
    const row = Math.floor(block / blocks);
    const from = row * columns + (block % blocks) * size;
    const to = Math.min(from + size, (row + 1) * columns);
    let largest = 0;
    for (let i = from; i < to; i += 1) largest = Math.max(largest, Math.abs(values[i] ?? 0));
    // The scale is rounded to 32 bits before its use, so that the bytes fit the stored scale.
    const scale = Math.fround(largest / 127);
    scales[block] = scale;
    if (scale === 0) continue;
    for (let i = from; i < to; i += 1)
      bytes[block * size + i - from] = 128 + Math.round((values[i] ?? 0) / scale);
  }
  return { blocks, bytes, scales };
};

/** Quantizes a matrix [rows × columns] with a scale for each row. `bytes` are transposed [columns × rows], and signed. */
export const quantizeRows = (
  values: Float32Array,
  columns: number,
): { readonly bytes: Int8Array; readonly scales: Float32Array } => {
  const { bytes, scales } = quantize(values, columns, columns);
  const signed = new Int8Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) signed[i] = (bytes[i] ?? 0) - 128;
  return { bytes: transpose(signed, columns, new Int8Array(bytes.length)), scales };
};
