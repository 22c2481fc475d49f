import {
  append,
  encodeNode,
  encodeOperators,
  encodeTensor,
  graph,
  model as modelFields,
  node,
  rewrite,
  rewriteBranches,
  tensor,
  textsOf,
} from './onnx-format.ts';
import { bytesField, decodeFields, encodeFields, type Field, intField } from './protobuf.ts';

const embedding = 'model.decoder.embed_tokens.weight';
const weights = `${embedding}_merged_0_quantized`;
const zeroPoint = `${embedding}_merged_0_zero_point`;
const scale = `${embedding}_merged_0_scale`;
const rows = `${embedding}_rows`;
const rowShape = `${embedding}_row_shape`;
const tableShape = `${embedding}_table_shape`;
const blockScales = `${embedding}_block_scales`;
const blockZeroPoints = `${embedding}_block_zero_points`;
const transposed = `${embedding}_transposed`;

const microsoft = 'com.microsoft';
const vocabularySize = 32_768;
const hiddenSize = 288;
const blockSize = 32;
const blocks = hiddenSize / blockSize;

/**
 * Lets both ends of Moonshine's merged decoder read one table of bytes: the input, which turns tokens into vectors, and the output,
 * which turns vectors into logits. The export instead transposes the table once per branch (9 MB each) and converts it to floats
 * at every step, which takes longer than all other work.
 */
export const shareEmbedding = (model: Uint8Array): Uint8Array => {
  const whole = rewrite(model, modelFields.graph, (bytes) => {
    const inBlocks = rewrite(rewriteBranches(bytes, { branch: rewriteBranch }), graph.initializer, toBlocks);
    return Buffer.concat([
      encodeFields(repeated.map((one) => bytesField(graph.node, one))),
      append(
        inBlocks,
        shapes.map((one) => bytesField(graph.initializer, one)),
      ),
    ]);
  });
  return append(whole, [bytesField(modelFields.operators, encodeOperators(microsoft, 1))]);
};

const rewriteBranch = (branch: Uint8Array): Uint8Array =>
  encodeFields(
    decodeFields(branch).flatMap((field) =>
      field.number === graph.node
        ? rewriteNode(field).map((bytes) => bytesField(graph.node, bytes))
        : [field],
    ),
  );

const rewriteNode = ({ bytes }: Field): Uint8Array[] => {
  const fields = decodeFields(bytes);
  const [first = '', second = ''] = textsOf(fields, node.input);
  const [output = ''] = textsOf(fields, node.output);
  if (output.startsWith(transposed)) return [];
  if (first === weights) {
    return [
      encodeNode({ operator: 'Gather', inputs: [weights, second], outputs: [rows] }),
      encodeNode({ operator: 'Reshape', inputs: [rows, rowShape], outputs: [output] }),
    ];
  }
  if (second !== transposed) return [bytes];
  return [
    encodeNode({
      operator: 'MatMulNBits',
      domain: microsoft,
      inputs: [first, weights, blockScales, blockZeroPoints],
      outputs: [output],
      attributes: { K: hiddenSize, N: vocabularySize, bits: 8, block_size: blockSize, accuracy_level: 4 },
    }),
  ];
};

/** The same bytes with each row divided into blocks, as MatMulNBits needs them. */
const toBlocks = (bytes: Uint8Array): Uint8Array => {
  const fields = decodeFields(bytes);
  if (!textsOf(fields, tensor.name).includes(weights)) return bytes;
  const dims = [vocabularySize, blocks, blockSize].map((size) => intField(tensor.dims, size));
  return encodeFields([...dims, ...fields.filter((field) => field.number !== tensor.dims)]);
};

/** MatMulNBits needs a scale and a zero point per block. In this table they are all the same. */
const repeated = [
  encodeNode({ operator: 'Expand', inputs: [scale, tableShape], outputs: [blockScales] }),
  encodeNode({ operator: 'Expand', inputs: [zeroPoint, tableShape], outputs: [blockZeroPoints] }),
];
const shapes = [
  encodeTensor({
    name: rowShape,
    type: 'int64',
    dims: [3],
    data: BigInt64Array.of(0n, 0n, BigInt(hiddenSize)),
  }),
  encodeTensor({
    name: tableShape,
    type: 'int64',
    dims: [1],
    data: BigInt64Array.of(BigInt(vocabularySize * blocks)),
  }),
];
