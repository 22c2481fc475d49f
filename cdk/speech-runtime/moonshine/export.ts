import { graph, node, textsOf } from '../onnx-format.ts';
import {
  bytesOf,
  floatsOf,
  graphOf,
  integerOf,
  nodesOf,
  storedOf,
  type StoredTensor,
} from '../onnx-reader.ts';
import { decodeFields } from '../protobuf.ts';

/** An 8-bit matrix [from × to]. Each number is (byte − zero) · scale. */
export type ByteMatrix = {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
  readonly scale: number;
  readonly zero: number;
};

/**
 * The weights in the published export of Moonshine's decoder: its matrices and vectors, by the names that they have in
 * the model.
 */
export type MoonshineWeights = {
  readonly matrices: ReadonlyMap<string, ByteMatrix>;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** The table of token vectors [tokens × size]. */
  readonly tokens: ByteMatrix;
};

const product = /^\/model\/decoder\/(.+)\/MatMul_output_0_output_quantized$/;
const vector = /^model\.decoder\.(.+)_merged_\d+$/;
const table = 'model.decoder.embed_tokens.weight_merged_0';

/** Reads a merged decoder that Optimum exported and quantized. Throws if an expected part is missing. */
export const readExport = (file: Uint8Array): MoonshineWeights => {
  const whole = graphOf(file);
  const stored = new Map(
    decodeFields(whole)
      .filter(({ number }) => number === graph.initializer)
      .map(({ bytes }) => storedOf(bytes)),
  );
  const get = (name: string): StoredTensor => {
    const found = stored.get(name);
    if (!found) throw new Error(`The export of Moonshine has no ${name}.`);
    return found;
  };
  const matrix = (name: string): ByteMatrix => {
    const quantized = get(`${name}_quantized`);
    const [from = 0, to = 0] = quantized.dims;
    const [scale = 0] = floatsOf(get(`${name}_scale`));
    return { from, to, bytes: bytesOf(quantized), scale, zero: integerOf(get(`${name}_zero_point`)) };
  };
  const matrices = new Map<string, ByteMatrix>();
  for (const fields of nodesOf(whole)) {
    const [, name] = product.exec(textsOf(fields, node.output)[0] ?? '') ?? [];
    const [, quantized = ''] = textsOf(fields, node.input);
    if (name !== undefined && !matrices.has(name))
      matrices.set(name.replaceAll('/', '.'), matrix(quantized.replace(/_quantized$/, '')));
  }
  const vectors = new Map<string, Float32Array>();
  for (const [name, one] of stored) {
    const [, own] = vector.exec(name) ?? [];
    if (own !== undefined && one.dims.length === 1) vectors.set(own, floatsOf(one));
  }
  return { matrices, vectors, tokens: matrix(table) };
};
