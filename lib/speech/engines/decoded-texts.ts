import { tensorOf, type Tensors } from './onnx-runtime.ts';

/** The keys and values of decoded texts, one text per row, as inputs of a decoder's graph. */
export type DecodedTexts = Tensors;

/** The names of a decoder's caches: a key and a value for each layer. */
export const cacheNames = (layers: number): string[] =>
  Array.from({ length: layers }, (_, layer) => [`${layer}.key`, `${layer}.value`]).flat();

/** Converts the caches that a run of a decoder returned to inputs of the next run. */
export const textsAfter = (answer: Tensors, caches: readonly string[]): DecodedTexts =>
  Object.fromEntries(caches.map((name) => [`past.${name}`, tensorOf(answer, `text.${name}`)]));

type Shape = {
  readonly heads: number;
  readonly frames: number;
  /** How many frames to return, from the first one on. */
  readonly wanted?: number;
};

/**
 * Extracts the attention of one row from the attention [heads × rows × frames] of a run. Returns one weight per frame
 * for each head.
 */
export const attentionOfRow = (
  attention: Float32Array,
  row: number,
  { heads, frames, wanted = frames }: Shape,
): Float32Array[] => {
  const rows = attention.length / (heads * frames);
  return Array.from({ length: heads }, (_, head) => {
    const start = (head * rows + row) * frames;
    return attention.subarray(start, start + wanted);
  });
};
