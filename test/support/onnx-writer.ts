import { bytesField, encodeFields, type Field, intField } from '#cdk/speech-runtime/protobuf.ts';

// Field numbers of onnx.proto, and its codes for types.
const modelProto = { irVersion: 1, graph: 7, opset: 8 } as const;
const opsetProto = { domain: 1, version: 2 } as const;
const graphProto = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
const nodeProto = { input: 1, output: 2, type: 4, attribute: 5 } as const;
const attributeProto = { name: 1, int: 3, graph: 6, ints: 8, type: 20 } as const;
const attributeType = { int: 2, graph: 5, ints: 7 } as const;
const tensorProto = { dims: 1, type: 2, name: 8, raw: 9 } as const;
const valueInfo = { name: 1, type: 2, tensor: 1, element: 1, shape: 2, dim: 1, value: 1, param: 2 } as const;
const elementType = { float: 1, int64: 7, bool: 9 } as const;

export type Values = Float32Array | BigInt64Array;
/** A dimension is a number, or a name where it may vary. */
export type Shape = readonly (number | string)[];
export type Port = { readonly name: string; readonly type: keyof typeof elementType; readonly shape: Shape };
export type Attributes = Readonly<Record<string, number | readonly number[] | Uint8Array>>;

export const ints = (...values: readonly number[]): BigInt64Array => BigInt64Array.from(values, BigInt);

/** Writes an ONNX graph node by node. Names start with `prefix`, so that graphs can be nested. */
export class GraphWriter {
  readonly #prefix: string;
  readonly #nodes: Field[] = [];
  readonly #initializers: Field[] = [];
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  constant(values: Values, dims: readonly number[] = [values.length]): string {
    const name = this.#newName();
    const tensor = encodeFields([
      ...dims.map((dim) => intField(tensorProto.dims, dim)),
      intField(tensorProto.type, values instanceof Float32Array ? elementType.float : elementType.int64),
      bytesField(tensorProto.name, name),
      bytesField(tensorProto.raw, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    ]);
    this.#initializers.push(bytesField(graphProto.initializer, tensor));
    return name;
  }

  scalar = (value: number): string => this.constant(Float32Array.of(value), []);

  /** Adds an operation and returns the name of its output. */
  add(type: string, inputs: readonly string[], attributes: Attributes = {}): string {
    const output = this.#newName();
    this.addNamed(type, inputs, { outputs: [output], attributes });
    return output;
  }

  addNamed(
    type: string,
    inputs: readonly string[],
    { outputs, attributes = {} }: { readonly outputs: readonly string[]; readonly attributes?: Attributes },
  ): void {
    const node = encodeFields([
      ...inputs.map((name) => bytesField(nodeProto.input, name)),
      ...outputs.map((name) => bytesField(nodeProto.output, name)),
      bytesField(nodeProto.type, type),
      ...Object.entries(attributes).map((attribute) =>
        bytesField(nodeProto.attribute, encodeAttribute(...attribute)),
      ),
    ]);
    this.#nodes.push(bytesField(graphProto.node, node));
  }

  graph(inputs: readonly Port[], outputs: readonly Port[]): Uint8Array {
    return encodeFields([
      ...this.#nodes,
      bytesField(graphProto.name, this.#prefix),
      ...this.#initializers,
      ...inputs.map((port) => bytesField(graphProto.input, encodePort(port))),
      ...outputs.map((port) => bytesField(graphProto.output, encodePort(port))),
    ]);
  }

  #newName(): string {
    this.#count += 1;
    return `${this.#prefix}_${this.#count}`;
  }
}

export const onnxModel = (graph: Uint8Array): Uint8Array =>
  encodeFields([
    intField(modelProto.irVersion, 8),
    bytesField(modelProto.graph, graph),
    bytesField(
      modelProto.opset,
      encodeFields([bytesField(opsetProto.domain, ''), intField(opsetProto.version, 17)]),
    ),
  ]);

const encodeAttribute = (name: string, value: Attributes[string]): Uint8Array => {
  const kind = typeof value === 'number' ? 'int' : value instanceof Uint8Array ? 'graph' : 'ints';
  const content =
    typeof value === 'number'
      ? [intField(attributeProto.int, value)]
      : value instanceof Uint8Array
        ? [bytesField(attributeProto.graph, value)]
        : value.map((one) => intField(attributeProto.ints, one));
  return encodeFields([
    bytesField(attributeProto.name, name),
    ...content,
    intField(attributeProto.type, attributeType[kind]),
  ]);
};

const encodePort = ({ name, type, shape }: Port): Uint8Array => {
  const dims = shape.map((dim) =>
    bytesField(
      valueInfo.dim,
      encodeFields([
        typeof dim === 'number' ? intField(valueInfo.value, dim) : bytesField(valueInfo.param, dim),
      ]),
    ),
  );
  const tensor = encodeFields([
    intField(valueInfo.element, elementType[type]),
    bytesField(valueInfo.shape, encodeFields(dims)),
  ]);
  return encodeFields([
    bytesField(valueInfo.name, name),
    bytesField(valueInfo.type, encodeFields([bytesField(valueInfo.tensor, tensor)])),
  ]);
};
