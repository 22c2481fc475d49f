import { lazy } from '#lib/platform/lazy.ts';
import type { ConstantsFile } from '../constants-file.ts';
import { GraphWriter } from '../graph-writer.ts';
import { transpose } from '../transpose.ts';
import { blockSize, quantize } from './quantize.ts';
import { RowProducts } from './row-products.ts';
import { type Tensor, tensorOf, type Weights } from './weights.ts';

/**
 * How matrices are stored and multiplied:
 * - `floats`, to compare them with other implementations.
 * - `blocks`: in 8 bits with a scale for each block of a row, as inputs are. The fastest way for a few rows of inputs.
 * - `rows`: in 8 bits with a scale for each row, as inputs are. Much faster for many rows of inputs, and exact only on processors that
 *   add products of bytes in 32 bits (VNNI).
 * - `widened`: in 8 bits as by `rows`, but multiplied as floats.
 */
export type Precision = 'floats' | 'blocks' | 'rows' | 'widened';

/** Writes the graph of a model with its weights. */
export class ModelGraph extends GraphWriter {
  readonly precision: Precision;
  readonly #weights: Weights;
  readonly #inRows: RowProducts;

  /** `file` holds the matrices of `rows` and `widened`, which share them. */
  constructor(weights: Weights, precision: Precision, file?: ConstantsFile) {
    super();
    this.precision = precision;
    this.#weights = weights;
    this.#inRows = new RowProducts(this, file);
  }

  tensor(name: string): Tensor {
    return tensorOf(this.#weights, name);
  }

  has(name: string): boolean {
    return this.#weights.has(name);
  }

  /** Adds a tensor of the model as floats. */
  weight(name: string): string {
    const { dims, values } = this.tensor(name);
    return this.constant(name, { type: 'float32', dims }, values);
  }

  /** x · wᵀ + b: the last axis of `x` times each row of `name.weight` [to × from], plus `name.bias` if there is one. */
  linear(x: string, name: string): string {
    const product = this.multiply(x, `${name}.weight`);
    return this.has(`${name}.bias`) ? this.add('Add', [product, this.weight(`${name}.bias`)]) : product;
  }

  /** x · wᵀ, where `w` is the name of a matrix. The result may be given a name. */
  multiply(x: string, w: string, name?: string): string {
    const [rows = 0, columns = 0] = this.tensor(w).dims;
    switch (this.precision) {
      case 'floats': {
        const dims = [columns, rows];
        const transposed = this.constant(`${w} transposed`, { type: 'float32', dims }, () => {
          const values = this.tensor(w).values();
          return transpose(values, columns, new Float32Array(values.length));
        });
        return this.addAs(name, 'MatMul', { inputs: [x, transposed] });
      }
      case 'blocks': {
        const { bytes, scales } = this.quantized(w);
        // Level 4 also rounds the inputs to 8 bits, each block by its own scale.
        const attributes = { K: columns, N: rows, bits: 8, block_size: blockSize, accuracy_level: 4 };
        return this.addAs(name, 'MatMulNBits', { inputs: [x, bytes, scales], attributes });
      }
      case 'rows':
        return this.#inRows.multiply(x, w, name);
      case 'widened':
        return this.#inRows.multiplyFloats(x, w, name);
    }
  }

  /** The constants of a matrix in 8 bits: its bytes [rows × blocks × blockSize] and scales [rows × blocks]. */
  quantized(w: string): { readonly bytes: string; readonly scales: string } {
    const { dims, values } = this.tensor(w);
    const [rows = 0, columns = 0] = dims;
    const blocks = Math.ceil(columns / blockSize);
    const all = lazy(() => quantize(values(), columns));
    return {
      bytes: this.constant(
        `${w} bytes`,
        { type: 'uint8', dims: [rows, blocks, blockSize] },
        () => all().bytes,
      ),
      scales: this.constant(`${w} scales`, { type: 'float32', dims: [rows, blocks] }, () => all().scales),
    };
  }
}
