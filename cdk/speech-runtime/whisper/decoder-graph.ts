import type { ModelGraph } from './model-graph.ts';
import { feedForward, type Heads, layersOf, normalize } from './layers.ts';
import { blockSize } from './quantize.ts';

const table = 'decoder.embed_tokens.weight';

/** An attention head of the decoder that aligns with the speech. */
export type AlignmentHead = { readonly layer: number; readonly head: number };

type DecoderShape = Heads & { readonly alignmentHeads: readonly AlignmentHead[] };

/**
 * Writes Whisper's decoder, which appends `tokens` [rows, length] to the texts of a beam. `parents` [rows] is the row of
 * the earlier text that each row continues. `past.N.key` [rows before, heads, size, length before] and `past.N.value`
 * [rows before, heads, length before, size] are the earlier text. `audio.N.key` and `audio.N.value` are the outputs of
 * the encoder, of which all rows share one copy.
 * Its outputs are `text.N.key` and `text.N.value` for the next step, `logits` [rows, vocabulary] after the last token,
 * and `attention` [alignment heads, rows, frames] of the last token.
 */
export const writeDecoder = (graph: ModelGraph, { heads, headSize, alignmentHeads }: DecoderShape): void => {
  const tokens = graph.input('tokens', 'int64', ['rows', 'length']);
  const parents = graph.input('parents', 'int64', ['rows']);
  const layers = layersOf(graph, 'decoder');
  for (const i of layers.keys()) {
    graph.input(`past.${i}.key`, 'float32', ['before', heads, headSize, 'past']);
    graph.input(`past.${i}.value`, 'float32', ['before', heads, 'past', headSize]);
    graph.input(`audio.${i}.key`, 'float32', [heads, 'frames', headSize]);
    graph.input(`audio.${i}.value`, 'float32', [heads, 'frames', headSize]);
    graph.output(`text.${i}.key`, ['rows', heads, headSize, 'total']);
    graph.output(`text.${i}.value`, ['rows', heads, 'total', headSize]);
  }

  const past = graph.add('Shape', ['past.0.value'], { start: 2, end: 3 });
  const length = graph.add('Shape', [tokens], { start: 1, end: 2 });
  const total = graph.add('Add', [past, length]);
  const mask = causalMask(graph, past, total);
  const positions = graph.add('Slice', [
    graph.weight('decoder.embed_positions.weight'),
    past,
    total,
    graph.integers(0),
  ]);
  let x = graph.add('Add', [embed(graph, tokens), positions]);
  const attentions: string[] = [];
  for (const [i, layer] of layers.entries()) {
    x = attendText(graph, x, { layer, i, parents, mask, heads, headSize });
    const heard = attendAudio(graph, x, { layer, i, heads, headSize });
    x = feedForward(graph, heard.x, layer);
    const own = alignmentHeads.filter((one) => one.layer === i).map(({ head }) => head);
    if (own.length > 0) attentions.push(graph.add('Gather', [heard.attention, graph.integers(...own)]));
  }

  // Only the last token of each row is needed.
  const last = graph.add('Sub', [length, graph.integers(1)]);
  const ends = graph.add('Squeeze', [graph.add('Gather', [x, last], { axis: 1 }), graph.integers(1)]);
  const normal = normalize(graph, ends, 'decoder.layer_norm');
  const [vocabulary = 0] = graph.tensor(table).dims;
  graph.multiply(normal, table, 'logits');
  graph.output('logits', ['rows', vocabulary]);
  writeAttention(graph, { attentions, length, last, count: alignmentHeads.length });
};

/** The vectors of the tokens, from the table that is also used to compute logits. */
const embed = (graph: ModelGraph, tokens: string): string => {
  if (graph.precision === 'floats') return graph.add('Gather', [graph.weight(table), tokens]);
  const { bytes, scales } = graph.quantized(table);
  const numbers = graph.add('Cast', [graph.add('Gather', [bytes, tokens])], { to: 1 });
  const centred = graph.add('Sub', [numbers, graph.scalar(128)]);
  const scaled = graph.add('Mul', [
    centred,
    graph.add('Unsqueeze', [graph.add('Gather', [scales, tokens]), graph.integers(3)]),
  ]);
  const [, size = 0] = graph.tensor(table).dims;
  const flat = graph.add('Reshape', [scaled, graph.integers(0, 0, Math.ceil(size / blockSize) * blockSize)]);
  return graph.add('Slice', [flat, graph.integers(0), graph.integers(size), graph.integers(2)]);
};

/** The mask to add to attention [length, total], so that a token does not attend to later ones. */
const causalMask = (graph: ModelGraph, past: string, total: string): string => {
  const zero = graph.integers(0);
  const one = graph.integers(1);
  const scalar = (x: string): string => graph.add('Squeeze', [x, zero]);
  const range = (from: string): string => graph.add('Range', [scalar(from), scalar(total), scalar(one)]);
  const tokens = graph.add('Unsqueeze', [range(past), one]);
  const isLater = graph.add('Greater', [graph.add('Unsqueeze', [range(zero), zero]), tokens]);
  const floats = graph.add('Cast', [isLater], { to: 1 });
  return graph.add('Mul', [floats, graph.scalar(-1e9)]);
};

type Layer = Heads & { readonly layer: string; readonly i: number };

/** Attention to the text, with its residual connection. */
const attendText = (
  graph: ModelGraph,
  x: string,
  { layer, i, parents, mask, heads, headSize }: Layer & { readonly parents: string; readonly mask: string },
): string => {
  const own = `${layer}.self_attn`;
  const normal = normalize(graph, x, `${own}_layer_norm`);
  const project = (name: string, perm: readonly number[]): string =>
    graph.add(
      'Transpose',
      [
        graph.add('Reshape', [
          graph.linear(normal, `${own}.${name}_proj`),
          graph.integers(0, 0, heads, headSize),
        ]),
      ],
      { perm },
    );
  const extend = (kind: string, added: string, axis: number): string =>
    graph.addAs(`text.${i}.${kind}`, 'Concat', {
      inputs: [graph.add('Gather', [`past.${i}.${kind}`, parents]), added],
      attributes: { axis },
    });
  const keys = extend('key', project('k', [0, 2, 3, 1]), 3);
  const values = extend('value', project('v', [0, 2, 1, 3]), 2);
  const scores = graph.add('MatMul', [scaled(graph, project('q', [0, 2, 1, 3]), headSize), keys]);
  const attention = graph.add('Softmax', [graph.add('Add', [scores, mask])]);
  const attended = graph.add('Transpose', [graph.add('MatMul', [attention, values])], { perm: [0, 2, 1, 3] });
  const joined = graph.add('Reshape', [attended, graph.integers(0, 0, heads * headSize)]);
  return graph.add('Add', [x, graph.linear(joined, `${own}.out_proj`)]);
};

/**
 * Attention to the audio, with its residual connection. The tokens of all rows are columns of one query. Their attention
 * is multiplied with the values row by row, because ONNX Runtime would copy keys or values before a product with a few
 * rows, which takes longer than the product.
 */
const attendAudio = (
  graph: ModelGraph,
  x: string,
  { layer, i, heads, headSize }: Layer,
): { readonly x: string; readonly attention: string } => {
  const own = `${layer}.encoder_attn`;
  const query = graph.linear(normalize(graph, x, `${own}_layer_norm`), `${own}.q_proj`);
  const rows = graph.add('Reshape', [scaled(graph, query, headSize), graph.integers(-1, heads, headSize)]);
  const columns = graph.add('Transpose', [rows], { perm: [1, 2, 0] });
  const scores = graph.add('MatMul', [`audio.${i}.key`, columns]);
  const attention = graph.add('Softmax', [graph.add('Transpose', [scores], { perm: [0, 2, 1] })]);
  const oneRow = graph.integers(2);
  const allRows = graph.integers(1);
  const attended = graph.add('MatMul', [
    graph.add('Unsqueeze', [attention, oneRow]),
    graph.add('Unsqueeze', [`audio.${i}.value`, allRows]),
  ]);
  const byRow = graph.add('Transpose', [attended], { perm: [1, 2, 0, 3] });
  const joined = graph.add('Reshape', [byRow, graph.add('Shape', [x])]);
  return { x: graph.add('Add', [x, graph.linear(joined, `${own}.out_proj`)]), attention };
};

const scaled = (graph: ModelGraph, query: string, headSize: number): string =>
  graph.add('Mul', [query, graph.scalar(headSize ** -0.5)]);

/** Writes the part of attention [heads, rows · length, frames] that belongs to the last token of each row. */
const writeAttention = (
  graph: ModelGraph,
  {
    attentions,
    length,
    last,
    count,
  }: {
    readonly attentions: readonly string[];
    readonly length: string;
    readonly last: string;
    readonly count: number;
  },
): void => {
  const all = graph.add('Concat', attentions, { axis: 0 });
  const frames = graph.add('Shape', [all], { start: 2, end: 3 });
  const shape = graph.add('Concat', [graph.integers(count, -1), length, frames], { axis: 0 });
  const byRow = graph.add('Reshape', [all, shape]);
  const ends = graph.add('Gather', [byRow, last], { axis: 2 });
  graph.addAs('attention', 'Squeeze', { inputs: [ends, graph.integers(2)] });
  graph.output('attention', [count, 'rows', 'frames']);
};
