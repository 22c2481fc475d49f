import { GraphWriter } from '../graph-writer.ts';
import type { Floats, SileroWeights } from './export.ts';

/** A frame, after the last samples of the previous one. */
const windowSamples = 576;
/** A window has four spectra, of 256 samples each. */
const hopCount = 4;
const hopWindow = 256;
const hopSamples = 128;
const frequencies = 129;
const hidden = 128;
/** The strides of the convolutions. */
const strides = [1, 2, 2, 1];
/** PyTorch stores the gates of an LSTM as input, forget, cell, output. ONNX expects input, output, forget, cell. */
const gatesInOrder = [0, 3, 1, 2];

/** The rows of each gate in ONNX's order. */
const byGate = ({ values }: Floats): Float32Array => {
  const size = values.length / gatesInOrder.length;
  const ordered = new Float32Array(values.length);
  for (const [to, from] of gatesInOrder.entries())
    ordered.set(values.subarray(from * size, (from + 1) * size), to * size);
  return ordered;
};

/** Reshapes a kernel [to × from × width] to the matrix [width · from × to] that multiplies windows. */
const columnsOf = ({ dims: [to = 0, from = 0, width = 0], values }: Floats): Float32Array =>
  Float32Array.from({ length: values.length }, (_, at) => {
    const row = Math.floor(at / to);
    const column = at % to;
    return values[(column * from + (row % from)) * width + Math.floor(row / from)] ?? 0;
  });

/** Writes a graph with Silero's weights. Its parts follow each other. Each method returns the name of its result. */
class SileroGraph extends GraphWriter {
  readonly #weights: SileroWeights;

  constructor(weights: SileroWeights) {
    super();
    this.#weights = weights;
  }

  /** The magnitudes [count × 4 × 129] of the spectra of windows. */
  spectra(windows: string): string {
    // The end of a window is extended by reflection.
    const sampleAt = (at: number): number => (at < windowSamples ? at : 2 * (windowSamples - 1) - at);
    const hops = Array.from({ length: hopCount }, (_, hop) =>
      Array.from({ length: hopWindow }, (_one, at) => sampleAt(hop * hopSamples + at)),
    ).flat();
    const samples = this.add('Gather', [windows, this.integers(...hops)], { axis: 1 });
    const spectrum = this.#product('stft.forward_basis_buffer', samples, hopCount);
    const attributes = { axis: 2 };
    const inputs = [spectrum, this.integers(frequencies, frequencies)];
    this.addNode('Split', { inputs, outputs: ['real', 'imaginary'], attributes });
    const squares = ['real', 'imaginary'].map((part) => this.add('Mul', [part, part]));
    return this.add('Sqrt', [this.add('Add', squares)]);
  }

  /** Four convolutions over time, each with a kernel of three places, that reduce the spectra to one place: [count × 1 × 128]. */
  encoded(spectra: string): string {
    let heard = spectra;
    let length = hopCount;
    for (const [n, stride] of strides.entries()) {
      length = Math.ceil(length / stride);
      const places = Array.from({ length }, (_, at) =>
        [0, 1, 2].map((offset) => at * stride + offset),
      ).flat();
      const padded = this.add('Pad', [heard, this.integers(0, 1, 0, 0, 1, 0)]);
      const windows = this.add('Gather', [padded, this.integers(...places)], { axis: 1 });
      const product = this.#product(`encoder.${n}.reparam_conv.weight`, windows, length);
      heard = this.add('Relu', [this.add('Add', [product, this.#weight(`encoder.${n}.reparam_conv.bias`)])]);
    }
    return heard;
  }

  /** The output of the LSTM for each frame [count × 128]. Writes the state after the last frame into `nextState`. */
  remembered(encoded: string, state: string): string {
    const halves = [state, this.integers(1, 1)];
    this.addNode('Split', { inputs: halves, outputs: ['h', 'c'], attributes: { axis: 0 } });
    const inOrder = (name: string): Float32Array => byGate(this.#weights(`decoder.rnn.${name}`));
    const matrices = ['weight_ih', 'weight_hh'].map((name) =>
      this.#floats(name, [1, 4 * hidden, hidden], inOrder(name)),
    );
    const biases = Float32Array.from([...inOrder('bias_ih'), ...inOrder('bias_hh')]);
    this.addNode('LSTM', {
      inputs: [encoded, ...matrices, this.#floats('bias', [1, 8 * hidden], biases), '', 'h', 'c'],
      outputs: ['all', 'lastH', 'lastC'],
      attributes: { hidden_size: hidden },
    });
    this.addAs('nextState', 'Concat', { inputs: ['lastH', 'lastC'], attributes: { axis: 0 } });
    return this.add('Squeeze', ['all', this.integers(1, 2)]);
  }

  /** Writes `probabilities` [count × 1]. */
  judge(remembered: string): void {
    const { values } = this.#weights('decoder.decoder.2.weight');
    const score = this.add('MatMul', [
      this.add('Relu', [remembered]),
      this.#floats('decoder.weight', [hidden, 1], values),
    ]);
    const sum = this.add('Add', [score, this.#weight('decoder.decoder.2.bias')]);
    this.addAs('probabilities', 'Sigmoid', { inputs: [sum] });
  }

  #floats(name: string, dims: readonly number[], values: Float32Array): string {
    return this.constant(name, { type: 'float32', dims }, () => values);
  }

  #weight(name: string): string {
    const { dims, values } = this.#weights(name);
    return this.#floats(name, dims, values);
  }

  /** A convolution over `length` places, as the product of their windows and the kernel. */
  #product(name: string, windows: string, length: number): string {
    const kernel = this.#weights(name);
    const [to = 0, from = 0, width = 0] = kernel.dims;
    const rows = this.add('Reshape', [windows, this.integers(-1, length, width * from)]);
    return this.add('MatMul', [rows, this.#floats(name, [width * from, to], columnsOf(kernel))]);
  }
}

/**
 * Silero VAD for any number of consecutive frames. The published graph takes one frame, and copies the weights of its
 * LSTM for each.
 * Inputs: `frames` [count × 576], `state` [2 × 1 × 128]. Outputs: `probabilities` [count × 1], `nextState`.
 */
export const writeSilero = (weights: SileroWeights): Uint8Array[] => {
  const graph = new SileroGraph(weights);
  const frames = graph.input('frames', 'float32', ['count', windowSamples]);
  const state = graph.input('state', 'float32', [2, 1, hidden]);
  graph.judge(graph.remembered(graph.encoded(graph.spectra(frames)), state));
  graph.output('probabilities', ['count', 1]);
  graph.output('nextState', [2, 1, hidden]);
  return graph.encode();
};
