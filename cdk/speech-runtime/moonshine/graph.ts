import { GraphWriter } from '../graph-writer.ts';
import { transpose } from '../transpose.ts';
import type { ByteMatrix, MoonshineWeights } from './export.ts';

/** How many numbers of an input share one scale when they are rounded to 8 bits. All sizes of Moonshine are multiples of it. */
const blockSize = 32;

/** The value of a name. Throws if the map lacks it. */
const valueOf = <T>(values: ReadonlyMap<string, T>, name: string): T => {
  const value = values.get(name);
  if (value === undefined) throw new Error(`Moonshine has no ${name}.`);
  return value;
};

/** Writes a graph with Moonshine's weights. Their bytes stay as published. */
export class MoonshineGraph extends GraphWriter {
  readonly #weights: MoonshineWeights;

  constructor(weights: MoonshineWeights) {
    super();
    this.#weights = weights;
  }

  has(name: string): boolean {
    return this.#weights.matrices.has(name) || this.#weights.vectors.has(name);
  }

  vector(name: string): string {
    const values = valueOf(this.#weights.vectors, name);
    return this.constant(name, { type: 'float32', dims: [values.length] }, () => values);
  }

  /** Layer normalization without an offset. */
  normalize(x: string, name: string): string {
    return this.add('LayerNormalization', [x, this.vector(`${name}.weight`)]);
  }

  /** x · w, plus the offset if there is one. */
  linear(x: string, name: string): string {
    const { bytes, from, to, ...rest } = valueOf(this.#weights.matrices, name);
    const rows = { ...rest, from: to, to: from, bytes: transpose(bytes, to, new Uint8Array(bytes.length)) };
    const times = this.#multiply(x, { name, rows });
    const bias = `${name}.bias`;
    return this.has(bias) ? this.add('Add', [times, this.vector(bias)]) : times;
  }

  /** The vectors of tokens, from the table that is also used to compute logits. */
  embed(tokens: string): string {
    const { tokens: table } = this.#weights;
    const rows = this.add('Gather', [this.#bytes('tokens', table), tokens]);
    const flat = this.add('Reshape', [rows, this.integers(0, 0, table.to)]);
    const centred = this.add('Sub', [this.add('Cast', [flat], { to: 1 }), this.scalar(table.zero)]);
    return this.add('Mul', [centred, this.scalar(table.scale)]);
  }

  /** Writes the logits [rows, length, tokens] of vectors. */
  logits(x: string): void {
    const { tokens } = this.#weights;
    this.#multiply(x, { name: 'tokens', rows: tokens, result: 'logits' });
    this.output('logits', ['rows', 'length', tokens.from]);
  }

  #bytes(name: string, { bytes, from, to }: ByteMatrix): string {
    const dims = [from, to / blockSize, blockSize];
    return this.constant(`${name} bytes`, { type: 'uint8', dims }, () => bytes);
  }

  /** Multiplies x with each of the `rows`. */
  #multiply(
    x: string,
    { name, rows, result }: { readonly name: string; readonly rows: ByteMatrix; readonly result?: string },
  ): string {
    const { from, to, scale, zero } = rows;
    const blocks = (from * to) / blockSize;
    const dims = [blocks];
    const inputs = [
      x,
      this.#bytes(name, rows),
      this.constant(`${name} scales`, { type: 'float32', dims }, () => new Float32Array(blocks).fill(scale)),
      this.constant(`${name} zeros`, { type: 'uint8', dims }, () => new Uint8Array(blocks).fill(zero)),
    ];
    // Level 4 also rounds the inputs to 8 bits, each block by its own scale.
    const attributes = { K: to, N: from, bits: 8, block_size: blockSize, accuracy_level: 4 };
    return this.addAs(result, 'MatMulNBits', { inputs, attributes });
  }
}
