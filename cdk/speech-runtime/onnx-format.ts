import { bytesField, encodeFields, type Field, intField, lengthField } from './protobuf.ts';

/** Field numbers of onnx.proto. */
export const model = { irVersion: 1, graph: 7, operators: 8 } as const;
export const graph = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
export const node = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 } as const;
export const attribute = { name: 1, int: 3, tensor: 5, graph: 6, ints: 8, type: 20 } as const;
export const tensor = {
  dims: 1,
  type: 2,
  floats: 4,
  integers: 5,
  name: 8,
  data: 9,
  elsewhere: 13,
  location: 14,
} as const;
const operatorSet = { domain: 1, version: 2 } as const;
const valueInfo = { name: 1, type: 2 } as const;
const entry = { key: 1, value: 2 } as const;
const tensorType = { tensor: 1, element: 1, shape: 2, dim: 1, size: 1, sizeName: 2 } as const;

/** The `location` of a tensor whose data is in another file. */
const inOtherFile = 1;
const attributeType = { int: 2, ints: 7 } as const;
export const elementType = { float32: 1, uint8: 2, int8: 3, int64: 7 } as const;

const textOf = ({ bytes }: Field): string => Buffer.from(bytes).toString();

/** The strings in all fields with this number, such as the inputs of a node. */
export const textsOf = (fields: readonly Field[], number: number): string[] =>
  fields.filter((field) => field.number === number).map(textOf);

/** A node of a graph. Its attributes are integers or lists of integers. */
export type Node = {
  readonly operator: string;
  readonly domain?: string | undefined;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[]>> | undefined;
};

/** A NodeProto. */
export const encodeNode = ({ operator, domain, inputs, outputs, attributes = {} }: Node): Uint8Array =>
  encodeFields([
    ...inputs.map((name) => bytesField(node.input, name)),
    ...outputs.map((name) => bytesField(node.output, name)),
    bytesField(node.operator, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytesField(node.attribute, encodeAttribute(name, value)),
    ),
    ...(domain === undefined ? [] : [bytesField(node.domain, domain)]),
  ]);

/** An AttributeProto. */
const encodeAttribute = (name: string, value: number | readonly number[]): Uint8Array =>
  encodeFields([
    bytesField(attribute.name, name),
    ...(typeof value === 'number'
      ? [intField(attribute.int, value), intField(attribute.type, attributeType.int)]
      : [...value.map((one) => intField(attribute.ints, one)), intField(attribute.type, attributeType.ints)]),
  ]);

/** An OperatorSetIdProto: the version of the operators of a domain. ONNX's own domain has an empty name. */
export const encodeOperators = (domain: string, version: number): Uint8Array =>
  encodeFields([bytesField(operatorSet.domain, domain), intField(operatorSet.version, version)]);

/** A ValueInfoProto: an input or output. `dims` has names for sizes that vary. Without `dims`, all sizes vary. */
export const encodeValueInfo = (
  name: string,
  type: keyof typeof elementType,
  dims?: readonly (number | string)[],
): Uint8Array => {
  const sizes = dims?.map((dim) =>
    bytesField(
      tensorType.dim,
      encodeFields([
        typeof dim === 'number' ? intField(tensorType.size, dim) : bytesField(tensorType.sizeName, dim),
      ]),
    ),
  );
  const whole = encodeFields([
    intField(tensorType.element, elementType[type]),
    ...(sizes ? [bytesField(tensorType.shape, encodeFields(sizes))] : []),
  ]);
  return encodeFields([
    bytesField(valueInfo.name, name),
    bytesField(valueInfo.type, encodeFields([bytesField(tensorType.tensor, whole)])),
  ]);
};

type Tensor = {
  readonly name: string;
  readonly type: keyof typeof elementType;
  readonly dims: readonly number[];
};

const tensorFields = ({ name, type, dims }: Tensor): Field[] => [
  ...dims.map((size) => intField(tensor.dims, size)),
  intField(tensor.type, elementType[type]),
  bytesField(tensor.name, name),
];

/** A TensorProto without its last field, the data. Write the `length` bytes of data after it. */
export const encodeTensorHeader = (about: Tensor, length: number): Uint8Array =>
  Buffer.concat([encodeFields(tensorFields(about)), lengthField(tensor.data, length)]);

/** A range of `file`: `length` bytes from `offset` on. The file is in the folder of the graph. */
export type FilePart = { readonly file: string; readonly offset: number; readonly length: number };

/** A TensorProto whose data is in another file. */
export const encodeTensorElsewhere = (about: Tensor, { file, offset, length }: FilePart): Uint8Array =>
  encodeFields([
    ...tensorFields(about),
    ...Object.entries({ location: file, offset, length }).map(([key, value]) =>
      bytesField(
        tensor.elsewhere,
        encodeFields([bytesField(entry.key, key), bytesField(entry.value, `${value}`)]),
      ),
    ),
    intField(tensor.location, inOtherFile),
  ]);
