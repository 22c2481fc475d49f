import type { MoonshineGraph } from './graph.ts';

const heads = 8;
const headSize = 36;
const layers = 6;
/** In each head, the position of the token rotates this many numbers. */
const turnedSize = 32;
/** More than the tokens of 30 s of speech. */
const maxPositions = 512;

/** The heads of the attention to the audio that align best with the speech. */
const alignmentHeads = [
  { layer: 4, heads: [7] },
  { layer: 5, heads: [6, 4, 3] },
];

/**
 * Writes the graph that computes the keys and values of the decoder's layers from `heard` [1, frames, size], the output
 * of the encoder.
 */
export const writeAudio = (graph: MoonshineGraph): void => {
  graph.input('heard', 'float32', [1, 'frames', heads * headSize]);
  for (let i = 0; i < layers; i += 1)
    for (const [kind, name] of [
      ['k', `audio.${i}.key`],
      ['v', `audio.${i}.value`],
    ] as const) {
      const projected = graph.linear('heard', `layers.${i}.encoder_attn.${kind}_proj`);
      const split = graph.add('Reshape', [projected, graph.integers(0, 0, heads, headSize)]);
      graph.addAs(name, 'Transpose', { inputs: [split], attributes: { perm: [0, 2, 1, 3] } });
      graph.output(name, [1, heads, 'frames', headSize]);
    }
};

/**
 * Writes Moonshine's decoder, which appends `tokens` [rows, length] to the texts of a beam. `parents` [rows] is the row
 * of the earlier text that each row continues. `past.N.key` and `past.N.value` [rows before, heads, length before, head
 * size] are the earlier text. `audio.N.key` and `audio.N.value` are the outputs of `writeAudio`, of which all rows share
 * one copy.
 * Its outputs are `text.N.key` and `text.N.value` for the next step, the `logits` [rows, length, tokens] after each
 * token, and the `attention` [alignment heads, rows · length, frames].
 */
export const writeDecoder = (graph: MoonshineGraph): void => {
  const tokens = graph.input('tokens', 'int64', ['rows', 'length']);
  const parents = graph.input('parents', 'int64', ['rows']);
  for (let i = 0; i < layers; i += 1) {
    graph.input(`past.${i}.key`, 'float32', ['before', heads, 'past', headSize]);
    graph.input(`past.${i}.value`, 'float32', ['before', heads, 'past', headSize]);
    graph.input(`audio.${i}.key`, 'float32', [1, heads, 'frames', headSize]);
    graph.input(`audio.${i}.value`, 'float32', [1, heads, 'frames', headSize]);
    graph.output(`text.${i}.key`, ['rows', heads, 'total', headSize]);
    graph.output(`text.${i}.value`, ['rows', heads, 'total', headSize]);
  }
  const past = graph.add('Shape', ['past.0.value'], { start: 2, end: 3 });
  let x = graph.embed(tokens);
  const attentions: string[] = [];
  for (let i = 0; i < layers; i += 1) {
    x = attendText(graph, x, { i, parents, past });
    const heard = attendAudio(graph, x, i);
    x = feedForward(graph, heard.x, `layers.${i}`);
    const own = alignmentHeads.find(({ layer }) => layer === i);
    if (own && heard.attention)
      attentions.push(graph.add('Gather', [heard.attention, graph.integers(...own.heads)]));
  }
  graph.logits(graph.normalize(x, 'norm'));
  graph.addAs('attention', 'Concat', { inputs: attentions, attributes: { axis: 0 } });
  const count = alignmentHeads.reduce((sum, own) => sum + own.heads.length, 0);
  graph.output('attention', [count, 'queries', 'frames']);
};

/** The cosines or sines that rotate pairs of numbers at each position (Su et al. 2021, "RoFormer"). */
const turns = (graph: MoonshineGraph, name: 'cos' | 'sin'): string => {
  const pairs = turnedSize / 2;
  return graph.constant(name, { type: 'float32', dims: [maxPositions, pairs] }, () =>
    Float32Array.from({ length: maxPositions * pairs }, (_, at) =>
      Math[name](Math.floor(at / pairs) * 10_000 ** (-(at % pairs) / pairs)),
    ),
  );
};

type TextAttention = { readonly i: number; readonly parents: string; readonly past: string };

/** Attention to the text, with its residual connection. */
const attendText = (graph: MoonshineGraph, x: string, { i, parents, past }: TextAttention): string => {
  const own = `layers.${i}.self_attn`;
  const normal = graph.normalize(x, `layers.${i}.input_layernorm`);
  const project = (kind: 'q' | 'k' | 'v'): string => graph.linear(normal, `${own}.${kind}_proj`);
  const turned = (projected: string): string =>
    graph.add('RotaryEmbedding', [projected, past, turns(graph, 'cos'), turns(graph, 'sin')], {
      interleaved: 1,
      num_heads: heads,
      rotary_embedding_dim: turnedSize,
    });
  const earlier = (kind: 'key' | 'value'): string => graph.add('Gather', [`past.${i}.${kind}`, parents]);
  const attended = `${own}.attended`;
  graph.addNode('MultiHeadAttention', {
    inputs: [
      ...[turned(project('q')), turned(project('k')), project('v')],
      ...['', '', '', earlier('key'), earlier('value')],
    ],
    outputs: [attended, `text.${i}.key`, `text.${i}.value`],
    attributes: { num_heads: heads, unidirectional: 1 },
  });
  return graph.add('Add', [x, graph.linear(attended, `${own}.dense`)]);
};

/** Attention to the audio, with its residual connection. The tokens of all rows are rows of one query. */
const attendAudio = (
  graph: MoonshineGraph,
  x: string,
  i: number,
): { readonly x: string; readonly attention?: string } => {
  const own = `layers.${i}.encoder_attn`;
  const query = graph.linear(graph.normalize(x, `layers.${i}.post_attention_layernorm`), `${own}.q_proj`);
  const key = `audio.${i}.key`;
  const value = `audio.${i}.value`;
  const withDense = (attended: string): string => {
    const joined = graph.add('Reshape', [attended, graph.add('Shape', [x])]);
    return graph.add('Add', [x, graph.linear(joined, `${own}.dense`)]);
  };
  if (!alignmentHeads.some(({ layer }) => layer === i)) {
    const one = graph.add('Reshape', [query, graph.integers(1, -1, heads * headSize)]);
    return { x: withDense(graph.add('MultiHeadAttention', [one, key, value], { num_heads: heads })) };
  }
  const rows = graph.add('Reshape', [query, graph.integers(-1, heads, headSize)]);
  const byHead = graph.add('Transpose', [rows], { perm: [1, 0, 2] });
  const keys = graph.add('Transpose', [graph.add('Squeeze', [key, graph.integers(0)])], { perm: [0, 2, 1] });
  const attention = graph.add('Softmax', [graph.add('MatMul', [scaled(graph, byHead), keys])]);
  const values = graph.add('Squeeze', [value, graph.integers(0)]);
  const attended = graph.add('Transpose', [graph.add('MatMul', [attention, values])], { perm: [1, 0, 2] });
  return { x: withDense(attended), attention };
};

const scaled = (graph: MoonshineGraph, query: string): string =>
  graph.add('Mul', [query, graph.scalar(headSize ** -0.5)]);

/** The feed-forward half of a layer, with its residual connection. One half of the numbers gates the other half. */
const feedForward = (graph: MoonshineGraph, x: string, layer: string): string => {
  const wide = graph.linear(graph.normalize(x, `${layer}.final_layernorm`), `${layer}.mlp.up_proj`);
  const size = 4 * heads * headSize;
  const part = (from: number): string =>
    graph.add('Slice', [wide, graph.integers(from), graph.integers(from + size), graph.integers(-1)]);
  const gate = part(size);
  const open = graph.add('Mul', [gate, graph.add('Sigmoid', [gate])]);
  return graph.add('Add', [x, graph.linear(graph.add('Mul', [open, part(0)]), `${layer}.mlp.down_proj`)]);
};
