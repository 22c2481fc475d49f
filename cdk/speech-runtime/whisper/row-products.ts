import { lazy } from '#lib/platform/lazy.ts';
import type { ConstantsFile } from '../constants-file.ts';
import type { GraphWriter } from '../graph-writer.ts';
import { elementType } from '../onnx-format.ts';
import { quantizeRows } from './quantize.ts';
import type { Tensor } from './weights.ts';

/** The bytes of an input [1 × rows × columns], and the scale of each row [1 × rows × 1]. */
type RoundedInput = { readonly bytes: string; readonly scales: string };

type Graph = GraphWriter & { tensor(name: string): Tensor };

/**
 * Computes products x · wᵀ with 8-bit matrices that have a scale for each row. The matrices are in a file that several
 * graphs may share.
 */
export class RowProducts {
  readonly #graph: Graph;
  readonly #file: ConstantsFile | undefined;
  readonly #rounded = new Map<string, RoundedInput>();

  constructor(graph: Graph, file: ConstantsFile | undefined) {
    this.#graph = graph;
    this.#file = file;
  }

  /** Multiplies after rounding x [1 × rows × columns] to 8 bits too, each row by its own scale. */
  multiply(x: string, w: string, name?: string): string {
    const graph = this.#graph;
    const { bytes, scales } = this.#matrix(w);
    const input = this.#round(x);
    const inputs = [input.bytes, bytes, graph.scalar(1), scales, this.#zeroByte()];
    const product = graph.add('MatMulIntegerToFloat', inputs);
    return graph.addAs(name, 'Mul', { inputs: [product, input.scales] });
  }

  /** Multiplies with floats, into which the matrix is converted when the graph is opened. */
  multiplyFloats(x: string, w: string, name?: string): string {
    const graph = this.#graph;
    const { bytes, scales } = this.#matrix(w);
    const floats = graph.add('Mul', [graph.add('Cast', [bytes], { to: elementType.float32 }), scales]);
    return graph.addAs(name, 'MatMul', { inputs: [x, floats] });
  }

  /** The bytes [columns × rows] and scales [rows] of a matrix [rows × columns]. */
  #matrix(w: string): { readonly bytes: string; readonly scales: string } {
    if (!this.#file) throw new Error(`There is no file for the matrix ${w}.`);
    const { dims, values } = this.#graph.tensor(w);
    const [rows = 0, columns = 0] = dims;
    const all = lazy(() => quantizeRows(values(), columns));
    const shape = { type: 'int8', dims: [columns, rows], file: this.#file } as const;
    return {
      bytes: this.#graph.constant(`${w} bytes`, shape, () => all().bytes),
      scales: this.#graph.constant(`${w} scales`, { type: 'float32', dims: [rows] }, () => all().scales),
    };
  }

  /** Rounds an input once for all matrices that multiply it. */
  #round(x: string): RoundedInput {
    const known = this.#rounded.get(x);
    if (known) return known;
    const graph = this.#graph;
    const largest = graph.add('ReduceMax', [graph.add('Abs', [x])], { axes: [2], keepdims: 1 });
    const scale = graph.add('Mul', [largest, graph.scalar(1 / 127)]);
    // A row of zeros must not be divided by zero.
    const scales = graph.add('Max', [scale, graph.scalar(1e-30)]);
    const byRow = graph.add('Reshape', [scales, graph.integers(-1)]);
    const zeros = graph.add('Expand', [this.#zeroByte(), graph.add('Shape', [byRow])]);
    const rounded = { bytes: graph.add('QuantizeLinear', [x, byRow, zeros], { axis: 1 }), scales };
    this.#rounded.set(x, rounded);
    return rounded;
  }

  #zeroByte(): string {
    return this.#graph.constant('zero byte', { type: 'uint8', dims: [] }, () => Uint8Array.of(128));
  }
}
