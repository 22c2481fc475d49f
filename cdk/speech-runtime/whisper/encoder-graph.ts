import type { ModelGraph } from './model-graph.ts';
import { feedForward, gelu, type Heads, layersOf, normalize } from './layers.ts';
import { writeSpectrogram } from './spectrogram.ts';

/**
 * Writes Whisper's encoder. Its input is `samples` [1, time], 16 kHz audio of any length up to 30 s in frames of 20 ms.
 * Its outputs are the keys and values [heads, frames, size] of the audio for each layer of the decoder. So these are
 * computed only once for all texts and languages.
 */
export const writeEncoder = (graph: ModelGraph, { heads, headSize }: Heads): void => {
  const [, bins = 0] = graph.tensor('encoder.conv1.weight').dims;
  const samples = graph.input('samples', 'float32', [1, 'time']);
  const narrow = convolve(graph, writeSpectrogram(graph, samples, bins), {
    name: 'encoder.conv1',
    stride: 1,
  });
  const features = graph.add('Transpose', [convolve(graph, narrow, { name: 'encoder.conv2', stride: 2 })], {
    perm: [0, 2, 1],
  });
  const frames = graph.add('Shape', [features], { start: 1, end: 2 });
  const positions = graph.add('Slice', [
    graph.weight('encoder.embed_positions.weight'),
    graph.integers(0),
    frames,
    graph.integers(0),
  ]);
  let x = graph.add('Add', [features, positions]);
  for (const layer of layersOf(graph, 'encoder')) {
    x = graph.add('Add', [x, attend(graph, x, { layer, heads })]);
    x = feedForward(graph, x, layer);
  }
  const audio = normalize(graph, x, 'encoder.layer_norm');
  for (const [i, layer] of layersOf(graph, 'decoder').entries()) {
    for (const kind of ['key', 'value'] as const) {
      const projected = graph.linear(audio, `${layer}.encoder_attn.${kind.slice(0, 1)}_proj`);
      const split = graph.add('Reshape', [projected, graph.integers(-1, heads, headSize)]);
      graph.addAs(`audio.${i}.${kind}`, 'Transpose', { inputs: [split], attributes: { perm: [1, 0, 2] } });
      graph.output(`audio.${i}.${kind}`, [heads, 'frames', headSize]);
    }
  }
};

/** A convolution over time with kernels of three frames. */
const convolve = (graph: ModelGraph, x: string, { name, stride }: { name: string; stride: number }): string =>
  gelu(
    graph,
    graph.add('Conv', [x, graph.weight(`${name}.weight`), graph.weight(`${name}.bias`)], {
      kernel_shape: [3],
      pads: [1, 1],
      strides: [stride],
    }),
  );

/** Self-attention of the frames. */
const attend = (
  graph: ModelGraph,
  x: string,
  { layer, heads }: { readonly layer: string; readonly heads: number },
): string => {
  const own = `${layer}.self_attn`;
  const normal = normalize(graph, x, `${own}_layer_norm`);
  const projections = ['q', 'k', 'v'].map((name) => graph.linear(normal, `${own}.${name}_proj`));
  const attended = graph.add('MultiHeadAttention', projections, { num_heads: heads });
  return graph.linear(attended, `${own}.out_proj`);
};
