import type { GraphWriter } from '../graph-writer.ts';
import { melFilters, spectrumBins } from './mel-filters.ts';

/** The length of a frame, 25 ms, and the distance between frames, 10 ms. */
const frameLength = 400;
const hop = 160;
/** Frames are centred, so the first and last ones extend beyond the audio. */
const before = frameLength / 2;
const after = before - hop;

/**
 * Writes the log-mel spectrogram of Whisper (Radford et al. 2022). `samples` [1, time] have a rate of 16 kHz, and their
 * number is a multiple of 160. Returns [1, bins, time / 160]. The Fourier transform is a matrix product, which is faster
 * than a fast Fourier transform in JavaScript.
 */
export const writeSpectrogram = (graph: GraphWriter, samples: string, bins: number): string => {
  const spectra = graph.add('Conv', [reflectEnds(graph, samples), waves(graph)], {
    kernel_shape: [frameLength],
    strides: [hop],
  });
  const inputs = [spectra, graph.integers(spectrumBins, spectrumBins)];
  graph.addNode('Split', { inputs, outputs: ['real', 'imaginary'], attributes: { axis: 1 } });
  const squares = ['real', 'imaginary'].map((part) => graph.add('Mul', [part, part]));
  const energy = graph.add('MatMul', [filters(graph, bins), graph.add('Add', squares)]);
  const ln = graph.add('Log', [graph.add('Max', [energy, graph.scalar(1e-10)])]);
  const log = graph.add('Mul', [ln, graph.scalar(1 / Math.LN10)]);
  // Everything more than 80 dB below the loudest sound counts as silence.
  const floor = graph.add('Sub', [graph.add('ReduceMax', [log]), graph.scalar(8)]);
  const clamped = graph.add('Max', [log, floor]);
  return graph.add('Mul', [graph.add('Add', [clamped, graph.scalar(4)]), graph.scalar(1 / 4)]);
};

/** The audio [1, 1, time], extended at both ends by reflection. */
const reflectEnds = (graph: GraphWriter, samples: string): string => {
  const range = (count: number, at: (i: number) => number): string =>
    graph.integers(...Array.from({ length: count }, (_, i) => at(i)));
  const beyond = [range(before, (i) => before - i), range(after, (i) => -2 - i)];
  const [head = '', tail = ''] = beyond.map((places) => graph.add('Gather', [samples, places], { axis: 1 }));
  const whole = graph.add('Concat', [head, samples, tail], { axis: 1 });
  return graph.add('Unsqueeze', [whole, graph.integers(0)]);
};

/** The waves of each frequency in a Hann window, [2 · frequencies, 1, frame]: the cosines, then the sines. */
const waves = (graph: GraphWriter): string =>
  graph.constant('waves', { type: 'float32', dims: [2 * spectrumBins, 1, frameLength] }, () => {
    const turn = (2 * Math.PI) / frameLength;
    return Float32Array.from({ length: 2 * spectrumBins * frameLength }, (_, at) => {
      const row = Math.floor(at / frameLength);
      const n = at % frameLength;
      const angle = turn * (((row % spectrumBins) * n) % frameLength);
      return ((1 - Math.cos(turn * n)) / 2) * (row < spectrumBins ? Math.cos(angle) : Math.sin(angle));
    });
  });

const filters = (graph: GraphWriter, bins: number): string =>
  graph.constant('mel filters', { type: 'float32', dims: [bins, spectrumBins] }, () => {
    const matrix = new Float32Array(bins * spectrumBins);
    for (const [i, { first, weights }] of melFilters(bins).entries())
      matrix.set(weights, i * spectrumBins + first);
    return matrix;
  });
