import { expect, test } from 'vitest';
import { encodeNode, encodeTensor, textsOf } from '#cdk/speech-runtime/onnx-format.ts';
import { bytesField, decodeFields, encodeFields } from '#cdk/speech-runtime/protobuf.ts';
import { shareEmbedding } from '#cdk/speech-runtime/share-embedding.ts';

const table = 'model.decoder.embed_tokens.weight_merged_0_quantized';
const transposed = 'model.decoder.embed_tokens.weight_transposed';
const table2 = `${transposed}_quantized`;

const graphOf = (nodes: readonly Uint8Array[], ...tensors: readonly Uint8Array[]): Uint8Array =>
  encodeFields([...nodes.map((one) => bytesField(1, one)), ...tensors.map((one) => bytesField(5, one))]);
const branch = graphOf([
  encodeNode({ operator: 'Gather', inputs: [table, 'input_ids'], outputs: ['bytes of the words'] }),
  encodeNode({ operator: 'Transpose', inputs: [table], outputs: [table2] }),
  encodeNode({ operator: 'DequantizeLinear', inputs: [table2, 'scale', 'zero'], outputs: [transposed] }),
  encodeNode({ operator: 'Softmax', inputs: ['a'], outputs: ['b'] }),
  encodeNode({ operator: 'MatMul', inputs: ['hidden', transposed], outputs: ['logits'] }),
]);
const branchAttribute = (name: string): Uint8Array =>
  encodeFields([bytesField(1, name), bytesField(6, branch)]);
const ifNode = encodeFields([
  bytesField(4, 'If'),
  bytesField(5, branchAttribute('then_branch')),
  bytesField(5, branchAttribute('else_branch')),
]);
const data = Uint8Array.of(1, 2, 3);
const weights = encodeTensor({ name: table, type: 'uint8', dims: [32_768, 288], data });
const shared = decodeFields(shareEmbedding(encodeFields([bytesField(7, graphOf([ifNode], weights))])));

const all = (message: Uint8Array, number: number): Uint8Array[] =>
  decodeFields(message).flatMap((field) => (field.number === number ? [field.bytes] : []));
const only = (message: Uint8Array, number: number): Uint8Array => all(message, number)[0] ?? new Uint8Array();
const graph = shared.find(({ number }) => number === 7)?.bytes ?? new Uint8Array();
const nodes = (bytes: Uint8Array) =>
  all(bytes, 1).map((one) => {
    const fields = decodeFields(one);
    return [...textsOf(fields, 4), ...textsOf(fields, 1), '→', ...textsOf(fields, 2)].join(' ');
  });

test('both branches look up tokens and compute logits with one table that is not transposed', () => {
  const branches = all(all(graph, 1).at(-1) ?? new Uint8Array(), 5).map((one) => nodes(only(one, 6)));
  const [first = [], second] = branches;
  expect(second).toEqual(first);
  expect(first.map((node) => node.split(' ')[0])).toEqual(['Gather', 'Reshape', 'Softmax', 'MatMulNBits']);
  expect(first[0]).toContain(`${table} input_ids`);
  expect(first[1]).toContain('→ bytes of the words');
  expect(first[3]).toMatch(new RegExp(`hidden ${table} .* → logits`));
});

test('the table keeps its bytes', () => {
  const kept = all(graph, 5).filter((one) => Buffer.from(only(one, 8)).toString() === table);
  expect(kept.map((one) => only(one, 9))).toEqual([Buffer.from(data)]);
});

test('the model declares the operator set of com.microsoft', () => {
  const operators = shared.filter(({ number }) => number === 8).map(({ bytes }) => bytes);
  expect(operators.map((bytes) => Buffer.from(only(bytes, 1)).toString())).toContain('com.microsoft');
});
