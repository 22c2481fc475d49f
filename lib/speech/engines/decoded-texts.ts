import { tensorOf, type Tensors } from './onnx-runtime.ts';

/** The keys and values of decoded texts, one text per row, as the graph of a decoder takes them. */
export type DecodedTexts = Tensors;

/** The names of a decoder's caches: a key and a value for each layer. */
export const cacheNames = (layers: number): string[] =>
  Array.from({ length: layers }, (_, layer) => [`${layer}.key`, `${layer}.value`]).flat();

/** The caches that a run of a decoder returned, as the next run takes them. */
export const textsAfter = (answer: Tensors, caches: readonly string[]): DecodedTexts =>
  Object.fromEntries(caches.map((name) => [`past.${name}`, tensorOf(answer, `text.${name}`)]));

type Shape = {
  readonly heads: number;
  readonly frames: number;
  /** How many of the frames are wanted, from the first on. */
  readonly wanted?: number;
};

/** Of the attention [heads × rows × frames] of one run, that of a row: for each head one weight per frame. */
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
