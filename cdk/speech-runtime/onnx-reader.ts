import { attribute, graph, model, node, tensor, textsOf } from './onnx-format.ts';
import { decodeFields, decodeVarint, type Field } from './protobuf.ts';

/** A TensorProto: its shape, and all of its fields. */
export type StoredTensor = { readonly dims: readonly number[]; readonly fields: readonly Field[] };

/** The content of the first field with this number. Undefined if there is none. */
const contentOf = (fields: readonly Field[], number: number): Uint8Array | undefined =>
  fields.find((field) => field.number === number)?.bytes;

/** The graph of a ModelProto. */
export const graphOf = (file: Uint8Array): Uint8Array =>
  contentOf(decodeFields(file), model.graph) ?? new Uint8Array();

/** The name of a TensorProto, and the tensor. */
export const storedOf = (bytes: Uint8Array): [string, StoredTensor] => {
  const fields = decodeFields(bytes);
  const dims = fields.filter(({ number }) => number === tensor.dims).map((one) => decodeVarint(one.bytes));
  return [textsOf(fields, tensor.name)[0] ?? '', { dims, fields }];
};

/** The raw data of a tensor. Empty if its numbers are stored in a typed field. */
export const bytesOf = ({ fields }: StoredTensor): Uint8Array =>
  contentOf(fields, tensor.data) ?? new Uint8Array();

/** The numbers of a tensor of 32-bit floats, in row-major order. */
export const floatsOf = ({ fields }: StoredTensor): Float32Array => {
  const bytes = contentOf(fields, tensor.data) ?? contentOf(fields, tensor.floats) ?? new Uint8Array();
  // A copy is aligned for 32-bit numbers.
  return new Float32Array(Uint8Array.from(bytes).buffer);
};

/** The number of a tensor that has one integer. */
export const integerOf = (stored: StoredTensor): number =>
  decodeVarint(contentOf(stored.fields, tensor.integers) ?? bytesOf(stored));

/** The contents of a node's attributes with this field number: tensors, or graphs of branches. */
export const attributesOf = (
  fields: readonly Field[],
  number: typeof attribute.tensor | typeof attribute.graph,
): Uint8Array[] =>
  fields
    .filter((field) => field.number === node.attribute)
    .flatMap((field) => contentOf(decodeFields(field.bytes), number) ?? []);

/** All nodes of a graph and of its branches. */
export const nodesOf = (bytes: Uint8Array): (readonly Field[])[] =>
  decodeFields(bytes)
    .filter(({ number }) => number === graph.node)
    .flatMap((one) => {
      const fields = decodeFields(one.bytes);
      return [fields, ...attributesOf(fields, attribute.graph).flatMap(nodesOf)];
    });
