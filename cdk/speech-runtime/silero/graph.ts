import { GraphWriter } from '../graph-writer.ts';
import type { Floats, SileroWeights } from './export.ts';

/** A frame with the end of the one before. */
const windowSamples = 576;
/** Four spectra of a window, each of this many samples. */
const hopCount = 4;
const hopWindow = 256;
const hopSamples = 128;
const frequencies = 129;
const hidden = 128;
/** Of the convolutions. */
const strides = [1, 2, 2, 1];
/** PyTorch stores the gates of an LSTM as input, forget, cell, output. ONNX wants input, output, forget, cell. */
const gatesInOrder = [0, 3, 1, 2];

/** The rows of each gate in ONNX's order. */
const byGate = ({ values }: Floats): Float32Array => {
  const size = values.length / gatesInOrder.length;
  const ordered = new Float32Array(values.length);
  for (const [to, from] of gatesInOrder.entries())
    ordered.set(values.subarray(from * size, (from + 1) * size), to * size);
  return ordered;
};

/** A kernel [to × from × width] as the matrix [width · from × to], by which windows are multiplied. */
const columnsOf = ({ dims: [to = 0, from = 0, width = 0], values }: Floats): Float32Array =>
  Float32Array.from({ length: values.length }, (_, at) => {
    const [row, column] = [Math.floor(at / to), at % to];
    return values[(column * from + (row % from)) * width + Math.floor(row / from)] ?? 0;
  });

/**
 * Silero VAD for any number of frames in a row. The published graph takes one frame, and copies the weights of its LSTM for each.
 * Inputs: `frames` [count × 576], `state` [2 × 1 × 128]. Outputs: `probabilities` [count × 1], `nextState`.
 */
export const writeSilero = (weights: SileroWeights): Uint8Array[] => {
  const graph = new GraphWriter();
  const floats = (name: string, dims: readonly number[], values: Float32Array): string =>
    graph.constant(name, { type: 'float32', dims }, () => values);
  const weight = (name: string): string => floats(name, weights(name).dims, weights(name).values);

  const frames = graph.input('frames', 'float32', ['count', windowSamples]);
  const state = graph.input('state', 'float32', [2, 1, hidden]);

  // The last samples of a window are repeated in reverse.
  const sampleAt = (at: number): number => (at < windowSamples ? at : 2 * (windowSamples - 1) - at);
  const hops = Array.from({ length: hopCount }, (_, hop) =>
    Array.from({ length: hopWindow }, (_one, at) => sampleAt(hop * hopSamples + at)),
  ).flat();
  const signal = graph.add('Gather', [frames, graph.integers(...hops)], { axis: 1 });
  const basis = weights('stft.forward_basis_buffer');
  const spectrum = graph.add('MatMul', [
    graph.add('Reshape', [signal, graph.integers(-1, hopCount, hopWindow)]),
    floats('basis', [hopWindow, 2 * frequencies], columnsOf(basis)),
  ]);
  const parts = graph.integers(frequencies, frequencies);
  graph.addNode('Split', {
    inputs: [spectrum, parts],
    outputs: ['real', 'imaginary'],
    attributes: { axis: 2 },
  });
  const squares = ['real', 'imaginary'].map((part) => graph.add('Mul', [part, part]));
  let heard = graph.add('Sqrt', [graph.add('Add', squares)]);
  let length = hopCount;
  for (const [n, stride] of strides.entries()) {
    const kernel = weights(`encoder.${n}.reparam_conv.weight`);
    const [to = 0, from = 0, width = 0] = kernel.dims;
    const padded = graph.add('Pad', [heard, graph.integers(0, 1, 0, 0, 1, 0)]);
    length = Math.ceil(length / stride);
    const rows = Array.from(
      { length: length * width },
      (_, at) => Math.floor(at / width) * stride + (at % width),
    );
    const windows = graph.add('Gather', [padded, graph.integers(...rows)], { axis: 1 });
    const product = graph.add('MatMul', [
      graph.add('Reshape', [windows, graph.integers(-1, length, width * from)]),
      floats(`encoder.${n}`, [width * from, to], columnsOf(kernel)),
    ]);
    heard = graph.add('Relu', [graph.add('Add', [product, weight(`encoder.${n}.reparam_conv.bias`)])]);
  }

  graph.addNode('Split', {
    inputs: [state, graph.integers(1, 1)],
    outputs: ['h', 'c'],
    attributes: { axis: 0 },
  });
  const [input, recurrent] = ['ih', 'hh'].map((of) =>
    floats(`weight_${of}`, [1, 4 * hidden, hidden], byGate(weights(`decoder.rnn.weight_${of}`))),
  );
  const biases = ['ih', 'hh'].flatMap((of) => [...byGate(weights(`decoder.rnn.bias_${of}`))]);
  graph.addNode('LSTM', {
    inputs: [
      ...[heard, input ?? '', recurrent ?? ''],
      ...[floats('bias', [1, 8 * hidden], Float32Array.from(biases)), '', 'h', 'c'],
    ],
    outputs: ['all', 'lastH', 'lastC'],
    attributes: { hidden_size: hidden },
  });
  graph.addAs('nextState', 'Concat', { inputs: ['lastH', 'lastC'], attributes: { axis: 0 } });
  const voices = graph.add('Relu', [graph.add('Squeeze', ['all', graph.integers(1, 2)])]);
  const score = graph.add('MatMul', [
    voices,
    floats('decoder.weight', [hidden, 1], weights('decoder.decoder.2.weight').values),
  ]);
  const sum = graph.add('Add', [score, weight('decoder.decoder.2.bias')]);
  graph.addAs('probabilities', 'Sigmoid', { inputs: [sum] });
  graph.output('probabilities', ['count', 1]);
  graph.output('nextState', [2, 1, hidden]);
  return graph.encode();
};
