import type { ConstantsFile } from './constants-file.ts';
import {
  type elementType,
  encodeNode,
  encodeOperators,
  encodeTensorElsewhere,
  encodeTensorHeader,
  encodeValueInfo,
  graph,
  model,
  type Node,
} from './onnx-format.ts';
import { bytesField, encodeFields, intField, lengthField } from './protobuf.ts';

/** The versions of the file format and of ONNX's own operators. */
const irVersion = 10;
const onnxOperators = 17;
const microsoft = 'com.microsoft';
const microsoftOperators = new Set([
  'Gelu',
  'MatMulIntegerToFloat',
  'MatMulNBits',
  'MultiHeadAttention',
  'RotaryEmbedding',
]);

type Type = keyof typeof elementType;
type Attributes = Readonly<Record<string, number | readonly number[]>>;

/** A dimension is a number, or a name if it varies. */
type Dims = readonly (number | string)[];

/** The type and the shape of a constant. */
type Shape = { readonly type: Type; readonly dims: readonly number[] };

/** `file` holds constants that several graphs in its folder share. */
type Stored = Shape & { readonly file?: ConstantsFile };

/** Writes an ONNX graph node by node. Methods that add something return the name of its result. */
export class GraphWriter {
  readonly #fields: Uint8Array[] = [];
  readonly #constants = new Set<string>();
  #count = 0;

  add(operator: string, inputs: readonly string[], attributes?: Attributes): string {
    return this.addAs(undefined, operator, { inputs, attributes });
  }

  /** Adds a node. Its result is called `name`, which outputs of the graph need, or gets a number. */
  addAs(
    name: string | undefined,
    operator: string,
    {
      inputs,
      attributes,
    }: { readonly inputs: readonly string[]; readonly attributes?: Attributes | undefined },
  ): string {
    if (name === undefined) this.#count += 1;
    const result = name ?? `${operator}_${this.#count}`;
    this.addNode(operator, { inputs, outputs: [result], attributes });
    return result;
  }

  /** Adds a node whose results have these names. An empty name omits an input. */
  addNode(operator: string, about: Pick<Node, 'inputs' | 'outputs' | 'attributes'>): void {
    const domain = microsoftOperators.has(operator) ? microsoft : undefined;
    this.#put(graph.node, encodeNode({ operator, domain, ...about }));
  }

  input(name: string, type: Type, dims: Dims): string {
    this.#put(graph.input, encodeValueInfo(name, type, dims));
    return name;
  }

  output(name: string, dims: Dims): void {
    this.#put(graph.output, encodeValueInfo(name, 'float32', dims));
  }

  /** Adds a constant. It is computed and written once per name, into `file` if given. */
  constant(name: string, { type, dims, file }: Stored, data: () => ArrayBufferView): string {
    if (this.#constants.has(name)) return name;
    this.#constants.add(name);
    if (file) {
      this.#put(graph.initializer, encodeTensorElsewhere({ name, type, dims }, file.place(name, data)));
      return name;
    }
    const values = data();
    const header = encodeTensorHeader({ name, type, dims }, values.byteLength);
    this.#fields.push(
      lengthField(graph.initializer, header.length + values.byteLength),
      header,
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    return name;
  }

  /** Adds a constant list of integers, such as a shape. */
  integers(...values: readonly number[]): string {
    const name = `[${values.join()}]`;
    return this.constant(name, { type: 'int64', dims: [values.length] }, () =>
      BigInt64Array.from(values, BigInt),
    );
  }

  /** Adds a constant number without dimensions. */
  scalar(value: number): string {
    return this.constant(`${value}`, { type: 'float32', dims: [] }, () => Float32Array.of(value));
  }

  /** The content of the file, in parts, because a large model does not fit into memory twice. */
  encode(): Uint8Array[] {
    const name = encodeFields([bytesField(graph.name, 'graph')]);
    const length = this.#fields.reduce((sum, { byteLength }) => sum + byteLength, name.byteLength);
    const header = encodeFields([
      intField(model.irVersion, irVersion),
      bytesField(model.operators, encodeOperators('', onnxOperators)),
      bytesField(model.operators, encodeOperators(microsoft, 1)),
    ]);
    return [header, lengthField(model.graph, length), name, ...this.#fields];
  }

  #put(number: number, message: Uint8Array): void {
    this.#fields.push(encodeFields([bytesField(number, message)]));
  }
}
