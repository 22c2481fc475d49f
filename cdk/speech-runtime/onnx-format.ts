import { bytesField, decodeFields, encodeFields, type Field, intField } from './protobuf.ts';

/** Field numbers of onnx.proto. */
export const model = { graph: 7, operators: 8 } as const;
export const graph = { node: 1, initializer: 5, output: 12 } as const;
export const node = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 } as const;
const attribute = { name: 1, int: 3, graph: 6, type: 20 } as const;
export const tensor = { dims: 1, type: 2, name: 8, data: 9 } as const;

const intAttribute = 2;
export const elementType = { float32: 1, uint8: 2, int64: 7 } as const;

const textOf = ({ bytes }: Field): string => Buffer.from(bytes).toString();

/** The strings in the fields of one number, such as the inputs of a node. */
export const textsOf = (fields: readonly Field[], number: number): string[] =>
  fields.filter((field) => field.number === number).map(textOf);

/** Adds fields to an encoded message. */
export const append = (message: Uint8Array, extra: readonly Field[]): Uint8Array =>
  Buffer.concat([message, encodeFields(extra)]);

/** Changes the content of all fields of one number. */
export const rewrite = (
  message: Uint8Array,
  number: number,
  change: (bytes: Uint8Array) => Uint8Array,
): Uint8Array =>
  encodeFields(
    decodeFields(message).map((field) =>
      field.number === number ? { ...field, bytes: change(field.bytes) } : field,
    ),
  );

type Node = {
  readonly operator: string;
  readonly domain?: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number>>;
};

/** A NodeProto whose attributes are integers. */
export const encodeNode = ({ operator, domain, inputs, output, attributes = {} }: Node): Uint8Array => {
  const encoded = Object.entries(attributes).map(([name, value]) =>
    encodeFields([
      bytesField(attribute.name, name),
      intField(attribute.int, value),
      intField(attribute.type, intAttribute),
    ]),
  );
  return encodeFields([
    ...inputs.map((name) => bytesField(node.input, name)),
    bytesField(node.output, output),
    bytesField(node.operator, operator),
    ...encoded.map((bytes) => bytesField(node.attribute, bytes)),
    ...(domain === undefined ? [] : [bytesField(node.domain, domain)]),
  ]);
};

type Tensor = {
  readonly name: string;
  readonly type: keyof typeof elementType;
  readonly dims: readonly number[];
  readonly data: ArrayBufferView;
};

/** A TensorProto. */
export const encodeTensor = ({ name, type, dims, data }: Tensor): Uint8Array =>
  encodeFields([
    ...dims.map((size) => intField(tensor.dims, size)),
    intField(tensor.type, elementType[type]),
    bytesField(tensor.name, name),
    bytesField(tensor.data, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]);

/** Changes both branches of the only `If` node in the graph of a merged decoder, and appends `extraOutputs` to its outputs. */
export const rewriteBranches = (
  bytes: Uint8Array,
  {
    branch,
    extraOutputs = [],
  }: { branch: (graph: Uint8Array) => Uint8Array; extraOutputs?: readonly string[] },
): Uint8Array => {
  let found = 0;
  const inNode = (message: Uint8Array): Uint8Array => {
    const fields = decodeFields(message);
    if (!textsOf(fields, node.operator).includes('If')) return message;
    found += 1;
    return append(
      rewrite(message, node.attribute, (one) => rewrite(one, attribute.graph, branch)),
      extraOutputs.map((name) => bytesField(node.output, name)),
    );
  };
  const rewritten = rewrite(bytes, graph.node, inNode);
  if (found !== 1) throw new Error(`A merged decoder has one If node, this model has ${found}`);
  return rewritten;
};
