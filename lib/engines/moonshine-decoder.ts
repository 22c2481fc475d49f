import { type FloatSpace, floatSpace } from './float-space.ts';
import { vocabularySize } from './llama-tokens.ts';
import { floatsOf, type Graph, type OnnxRuntime, type Tensors } from './onnx-runtime.ts';
import { type RowCache, rowCache } from './row-cache.ts';

const layers = [0, 1, 2, 3, 4, 5];
const heads = 8;
const headSize = 36;
const hiddenSize = 288;

const cachesOf = (kind: string): string[] =>
  layers.flatMap((layer) => [`${layer}.${kind}.key`, `${layer}.${kind}.value`]);

/** The cross-attention heads that follow the speech best. */
const alignmentHeads = [
  { layer: 5, head: 6 },
  { layer: 5, head: 4 },
  { layer: 4, head: 7 },
  { layer: 5, head: 3 },
];
const attentionOf = (layer: number): string => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`;
const attentions = [attentionOf(4), attentionOf(5)];

/** For each output of a decoder the memory it is written into. */
export type DecoderMemory = {
  readonly logits: FloatSpace;
  readonly looks: ReadonlyMap<string, FloatSpace>;
  readonly audio: ReadonlyMap<string, FloatSpace>;
  readonly texts: ReadonlyMap<string, RowCache>;
};

const ofEach = <Memory>(names: readonly string[], memory: () => Memory): Map<string, Memory> =>
  new Map(names.map((name) => [name, memory()]));

export const decoderMemory = (): DecoderMemory => ({
  logits: floatSpace(),
  looks: ofEach(attentions, floatSpace),
  audio: ofEach(cachesOf('encoder'), floatSpace),
  texts: ofEach(cachesOf('decoder'), rowCache),
});

/** A loaded decoder. Its memory serves one piece of audio at a time. */
export type LoadedDecoder = {
  readonly ort: OnnxRuntime;
  readonly graph: Graph;
  readonly memory: DecoderMemory;
};

/** The merged decoder on one piece of audio. It writes several texts in parallel, one in each row of a step. */
export class MoonshineDecoder {
  readonly #loaded: LoadedDecoder;
  readonly #audio: Float32Array;
  readonly #frames: number;
  readonly #withAttention: boolean;
  /** Of each step the weights of the alignment heads, row after row. */
  readonly #attention: Float32Array[] = [];
  #length = 0;

  /** `audio` is what the encoder made of it, 288 numbers a frame. */
  constructor(loaded: LoadedDecoder, input: { audio: Float32Array; withAttention: boolean }) {
    this.#loaded = loaded;
    this.#audio = input.audio;
    this.#frames = input.audio.length / hiddenSize;
    this.#withAttention = input.withAttention;
    for (const text of loaded.memory.texts.values()) text.clear();
  }

  /**
   * Appends `tokens[i]` to the text of row `rows[i]`, which becomes row i. Returns the logits, row after row, good until
   * the next step.
   */
  async step(tokens: readonly number[], rows: readonly number[]): Promise<Float32Array> {
    const inputs = this.#inputs(tokens, rows);
    const outputs = this.#outputs(tokens.length);
    await this.#loaded.graph.run(inputs, outputs);
    if (this.#withAttention) this.#attention.push(this.#lookedAt(outputs, tokens.length));
    this.#length += 1;
    return floatsOf(outputs, 'logits');
  }

  /** Where in the audio row `row` of step `step` looked, per alignment head: a weight for each frame. */
  attention(step: number, row: number): Float32Array[] {
    const weights = this.#attention[step];
    if (!weights) throw new RangeError(`The attention of step ${step} was not kept`);
    return alignmentHeads.map((_, i) => this.#ofFrames(weights, row * alignmentHeads.length + i));
  }

  #inputs(tokens: readonly number[], rows: readonly number[]): Tensors {
    const { ort, memory } = this.#loaded;
    const batch = tokens.length;
    const rowSize = heads * this.#length * headSize;
    const inputs: Record<string, Tensors[string]> = {
      input_ids: new ort.Tensor('int64', BigInt64Array.from(tokens, BigInt), [batch, 1]),
      encoder_hidden_states: this.#tensor(this.#audio, [1, this.#frames, hiddenSize]),
      use_cache_branch: new ort.Tensor('bool', [this.#length > 0]),
    };
    for (const [cache, text] of memory.texts) {
      const shape = [batch, heads, this.#length, headSize];
      inputs[`past_key_values.${cache}`] = this.#tensor(text.order(rows, rowSize), shape);
    }
    // All rows hear the same audio: a batch of one, which the graph broadcasts.
    const frames = this.#length === 0 ? 0 : this.#frames;
    for (const [cache, space] of memory.audio)
      inputs[`past_key_values.${cache}`] = this.#tensorIn(space, [1, heads, frames, headSize]);
    return inputs;
  }

  #outputs(batch: number): Tensors {
    const { memory } = this.#loaded;
    const outputs: Record<string, Tensors[string]> = {
      logits: this.#tensorIn(memory.logits, [batch, 1, vocabularySize]),
    };
    for (const [cache, text] of memory.texts)
      outputs[`present.${cache}`] = this.#tensorIn(text.follow, [batch, heads, this.#length + 1, headSize]);
    if (this.#length === 0)
      for (const [cache, space] of memory.audio)
        outputs[`present.${cache}`] = this.#tensorIn(space, [1, heads, this.#frames, headSize]);
    if (this.#withAttention)
      for (const [name, space] of memory.looks)
        outputs[name] = this.#tensorIn(space, [batch, heads, 1, this.#frames]);
    return outputs;
  }

  /** A copy of what is worth keeping of the attention. */
  #lookedAt(outputs: Tensors, batch: number): Float32Array {
    const kept = new Float32Array(batch * alignmentHeads.length * this.#frames);
    for (let row = 0; row < batch; row += 1) {
      for (const [i, { layer, head }] of alignmentHeads.entries()) {
        const weights = this.#ofFrames(floatsOf(outputs, attentionOf(layer)), row * heads + head);
        kept.set(weights, (row * alignmentHeads.length + i) * this.#frames);
      }
    }
    return kept;
  }

  #ofFrames(weights: Float32Array, index: number): Float32Array {
    return weights.subarray(index * this.#frames, (index + 1) * this.#frames);
  }

  #tensorIn(space: FloatSpace, shape: readonly number[]): Tensors[string] {
    return this.#tensor(space(shape.reduce((product, size) => product * size, 1)), shape);
  }

  #tensor(values: Float32Array, shape: readonly number[]): Tensors[string] {
    return new this.#loaded.ort.Tensor('float32', values, shape);
  }
}
