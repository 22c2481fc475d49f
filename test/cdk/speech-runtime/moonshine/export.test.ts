import { expect, test } from 'vitest';
import { type ByteMatrix, readExport } from '#cdk/speech-runtime/moonshine/export.ts';
import { bytesField, encodeFields, intField } from '#cdk/speech-runtime/protobuf.ts';

type Stored = {
  readonly name: string;
  readonly dims?: readonly number[];
  /** The field number of the values: 4 for floats, 5 for integers, 9 for bytes. */
  readonly field: 4 | 5 | 9;
  readonly data: Uint8Array;
};

const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const tensorOf = ({ name, dims = [], field, data }: Stored): Uint8Array =>
  encodeFields([...dims.map((size) => intField(1, size)), bytesField(8, name), bytesField(field, data)]);
const matrix = (name: string, dims: readonly number[], zero: number): Stored[] => [
  { name: `${name}_quantized`, dims, field: 9, data: Uint8Array.from({ length: 6 }, (_, at) => at) },
  { name: `${name}_scale`, field: 4, data: floats(0.5) },
  { name: `${name}_zero_point`, field: 5, data: intField(1, zero).bytes },
];
const nodeOf = (output: string, weights: string): Uint8Array =>
  encodeFields([bytesField(1, 'x'), bytesField(1, `${weights}_quantized`), bytesField(2, output)]);

const inBranch = nodeOf(
  '/model/decoder/layers.0/mlp/up_proj/MatMul_output_0_output_quantized',
  'onnx::MatMul_7_merged_0',
);
const branch = encodeFields([bytesField(6, encodeFields([bytesField(1, inBranch)]))]);
const ifNode = encodeFields([bytesField(4, 'If'), bytesField(5, branch)]);

const exportOf = (tensors: readonly Stored[]): Uint8Array =>
  encodeFields([
    bytesField(
      7,
      encodeFields([bytesField(1, ifNode), ...tensors.map((one) => bytesField(5, tensorOf(one)))]),
    ),
  ]);
const table = matrix('model.decoder.embed_tokens.weight_merged_0', [3, 2], 129);
const whole = [
  ...table,
  ...matrix('onnx::MatMul_7_merged_0', [2, 3], 200),
  { name: 'model.decoder.norm.weight_merged_0', dims: [2], field: 9, data: floats(1, -2) } as const,
];

const plain = ({ bytes, ...rest }: ByteMatrix) => ({ ...rest, bytes: [...bytes] });

test('matrices and vectors have the names of the model, also where they are used in a branch', () => {
  const { matrices, vectors, tokens } = readExport(exportOf(whole));
  const bytes = [0, 1, 2, 3, 4, 5];
  expect(Array.from(matrices, ([name, one]) => [name, plain(one)])).toEqual([
    ['layers.0.mlp.up_proj', { from: 2, to: 3, bytes, scale: 0.5, zero: 200 }],
  ]);
  expect([...vectors]).toEqual([['norm.weight', Float32Array.of(1, -2)]]);
  expect(plain(tokens)).toEqual({ from: 3, to: 2, bytes, scale: 0.5, zero: 129 });
});

test('an export without a matrix that it uses is refused by its name', () => {
  expect(() => readExport(exportOf(table))).toThrow('MatMul_7_merged_0_quantized');
});
