import { gatherRows } from './gather-rows.ts';
import { floatsOf, type Graph, type OnnxRuntime, type Tensors } from './onnx-runtime.ts';

const layers = [0, 1, 2, 3, 4, 5];
const heads = 8;
const headSize = 36;
const hiddenSize = 288;

const cachesOf = (kind: string): string[] =>
  layers.flatMap((layer) => [`${layer}.${kind}.key`, `${layer}.${kind}.value`]);
const textCaches = cachesOf('decoder');
const audioCaches = cachesOf('encoder');

/** The cross-attention heads that align best with the speech. */
const alignmentHeads = [
  { layer: 5, head: 6 },
  { layer: 5, head: 4 },
  { layer: 4, head: 7 },
  { layer: 5, head: 3 },
];
const attentionOf = (layer: number): string => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`;
const attentions = [attentionOf(4), attentionOf(5)];

/** The merged decoder on one piece of audio. It decodes several hypotheses in parallel, one per row of the batch. */
export class MoonshineDecoder {
  readonly #ort: OnnxRuntime;
  readonly #graph: Graph;
  readonly #audio: Float32Array;
  readonly #frames: number;
  readonly #outputs: readonly string[];
  readonly #attention: Map<string, Float32Array>[] = [];
  readonly #caches = new Map<string, Float32Array>();
  #length = 0;

  /** `audio` is the output of the encoder, [frames × 288]. */
  constructor(ort: OnnxRuntime, graph: Graph, input: { audio: Float32Array; withAttention: boolean }) {
    this.#ort = ort;
    this.#graph = graph;
    this.#audio = input.audio;
    this.#frames = input.audio.length / hiddenSize;
    this.#outputs = ['logits', ...(input.withAttention ? attentions : [])];
  }

  /** Appends `tokens[i]` to the text of row `rows[i]`, which becomes row i. Returns logits [rows × vocabulary]. */
  async step(tokens: readonly number[], rows: readonly number[]): Promise<Float32Array> {
    const answer = await this.#run(tokens, rows);
    this.#attention.push(new Map(this.#outputs.slice(1).map((name) => [name, floatsOf(answer, name)])));
    return floatsOf(answer, 'logits');
  }

  /** Appends several tokens to the only text, whose attention is not kept. Returns logits [tokens × vocabulary]. */
  async append(tokens: readonly number[]): Promise<Float32Array> {
    return floatsOf(await this.#run(tokens, [0]), 'logits');
  }

  /** Takes back all but the first `length` tokens of the only text. */
  keep(length: number): void {
    const [from, to] = [this.#length * headSize, length * headSize];
    for (const cache of textCaches) {
      const values = this.#caches.get(cache) ?? new Float32Array();
      const kept = new Float32Array(heads * to);
      for (let head = 0; head < heads; head += 1)
        kept.set(values.subarray(head * from, head * from + to), head * to);
      this.#caches.set(cache, kept);
    }
    this.#length = length;
  }

  /** The cross-attention of row `row` in step `step`, per alignment head: one weight per frame. */
  attention(step: number, row: number): Float32Array[] {
    return alignmentHeads.map(({ layer, head }) => {
      const start = (row * heads + head) * this.#frames;
      const weights = this.#attention[step]?.get(attentionOf(layer));
      if (!weights) throw new RangeError(`The attention of step ${step} was not kept`);
      return weights.subarray(start, start + this.#frames);
    });
  }

  /** Appends the same number of tokens to each row. */
  async #run(tokens: readonly number[], rows: readonly number[]): Promise<Tensors> {
    const computed = this.#length === 0 ? [...textCaches, ...audioCaches] : textCaches;
    const outputs = [...this.#outputs, ...computed.map((cache) => `present.${cache}`)];
    const answer = await this.#graph.run(this.#inputs(tokens, rows), outputs);
    for (const cache of computed) this.#caches.set(cache, floatsOf(answer, `present.${cache}`));
    this.#length += tokens.length / rows.length;
    return answer;
  }

  #inputs(tokens: readonly number[], rows: readonly number[]): Tensors {
    const { Tensor } = this.#ort;
    const batch = rows.length;
    const inputs: Record<string, Tensors[string]> = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [batch, tokens.length / batch]),
      encoder_hidden_states: new Tensor('float32', this.#audio, [1, this.#frames, hiddenSize]),
      use_cache_branch: new Tensor('bool', [this.#length > 0]),
    };
    const rowSize = heads * this.#length * headSize;
    for (const cache of textCaches) {
      const values = gatherRows(this.#caches.get(cache) ?? new Float32Array(), rows, rowSize);
      inputs[`past_key_values.${cache}`] = new Tensor('float32', values, [
        batch,
        heads,
        this.#length,
        headSize,
      ]);
    }
    // All rows share the same audio: a batch of one, which the graph broadcasts.
    for (const cache of audioCaches) {
      const values = this.#caches.get(cache) ?? new Float32Array();
      const frames = values.length / (heads * headSize);
      inputs[`past_key_values.${cache}`] = new Tensor('float32', values, [1, heads, frames, headSize]);
    }
    return inputs;
  }
}
