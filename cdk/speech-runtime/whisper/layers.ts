import type { ModelGraph } from './model-graph.ts';

/** Layer normalization (Ba et al. 2016) by `name.weight` and `name.bias`. */
export const normalize = (graph: ModelGraph, x: string, name: string): string =>
  graph.add('LayerNormalization', [x, graph.weight(`${name}.weight`), graph.weight(`${name}.bias`)]);

/** The feed-forward half of a transformer layer, with its residual connection. */
export const feedForward = (graph: ModelGraph, x: string, layer: string): string => {
  const wide = graph.linear(normalize(graph, x, `${layer}.final_layer_norm`), `${layer}.fc1`);
  return graph.add('Add', [x, graph.linear(gelu(graph, wide), `${layer}.fc2`)]);
};

export const gelu = (graph: ModelGraph, x: string): string => graph.add('Gelu', [x]);

/** The names of the layers of the encoder or decoder. */
export const layersOf = (weights: Pick<ModelGraph, 'has'>, side: 'encoder' | 'decoder'): string[] => {
  const layers: string[] = [];
  while (weights.has(`${side}.layers.${layers.length}.fc1.weight`))
    layers.push(`${side}.layers.${layers.length}`);
  return layers;
};

export type Heads = { readonly heads: number; readonly headSize: number };
