import { gatherRows } from './gather-rows.ts';
import { floatsOf, type Graph, type OnnxRuntime, type Tensors } from './onnx-runtime.ts';
import { attentionOf, type WhisperModel, type WhisperShape } from './whisper-model.ts';

/** The length of an encoder frame. */
export const frameMs = 20;

/** The encoder's output for a window of 30 s, [frames × size]. The audio fills the first `audioFrames`; the rest is padding. */
export type EncodedWindow = {
  readonly values: Float32Array;
  readonly frames: number;
  readonly audioFrames: number;
  /** The length of the audio. */
  readonly durationMs: number;
};

type Cache = { readonly values: Float32Array; readonly length: number };
const nothing: Cache = { values: new Float32Array(), length: 0 };

/** The merged decoder on one window. It decodes several hypotheses in parallel, one per row of the batch. */
export class WhisperDecoder {
  readonly #ort: OnnxRuntime;
  readonly #graph: Graph;
  readonly #shape: WhisperShape;
  readonly #window: EncodedWindow;
  readonly #textCaches: readonly string[];
  readonly #audioCaches: readonly string[];
  readonly #attentions: readonly string[];
  readonly #attention: Map<string, Float32Array>[] = [];
  readonly #caches = new Map<string, Cache>();
  /** The audio caches, repeated for each row. */
  #audio: { readonly rows: number; readonly inputs: Tensors } = { rows: 0, inputs: {} };

  constructor(
    { ort, decoder, shape }: Pick<WhisperModel, 'ort' | 'decoder' | 'shape'>,
    window: EncodedWindow,
    { withAttention }: { readonly withAttention: boolean },
  ) {
    this.#ort = ort;
    this.#graph = decoder;
    this.#shape = shape;
    this.#window = window;
    const layers = Array.from({ length: shape.layers }, (_, layer) => layer);
    const cachesOf = (kind: string): string[] =>
      layers.flatMap((layer) => [`${layer}.${kind}.key`, `${layer}.${kind}.value`]);
    this.#textCaches = cachesOf('decoder');
    this.#audioCaches = cachesOf('encoder');
    const alignmentLayers = new Set(withAttention ? shape.alignmentHeads.map(({ layer }) => layer) : []);
    this.#attentions = Array.from(alignmentLayers, attentionOf);
  }

  /** Runs the whole prompt in one step. Returns logits [tokens.length × vocabulary]. */
  prompt(tokens: readonly number[]): Promise<Float32Array> {
    return this.#run([tokens], [0]);
  }

  /** Appends `tokens[i]` to the text of row `rows[i]`, which becomes row i. Returns logits [rows × vocabulary]. */
  step(tokens: readonly number[], rows: readonly number[]): Promise<Float32Array> {
    return this.#run(
      tokens.map((token) => [token]),
      rows,
    );
  }

  /** The cross-attention of row `row` in run `run`, per alignment head: one weight per frame. */
  attention(run: number, row: number): Float32Array[] {
    const { heads, alignmentHeads } = this.#shape;
    const { audioFrames } = this.#window;
    return alignmentHeads.map(({ layer, head }) => {
      const weights = this.#attention[run]?.get(attentionOf(layer));
      if (!weights) throw new RangeError(`The attention of run ${run} was not kept`);
      const start = (row * heads + head) * audioFrames;
      return weights.subarray(start, start + audioFrames);
    });
  }

  async #run(texts: readonly (readonly number[])[], rows: readonly number[]): Promise<Float32Array> {
    const isPrompt = this.#caches.size === 0;
    const computed = isPrompt ? [...this.#textCaches, ...this.#audioCaches] : this.#textCaches;
    const outputs = ['logits', ...this.#attentions, ...computed.map((cache) => `present.${cache}`)];
    const answer = await this.#graph.run(this.#inputs(texts, rows), outputs);
    const rowSize = texts.length * this.#shape.heads * this.#shape.headSize;
    for (const cache of computed) {
      const values = floatsOf(answer, `present.${cache}`);
      this.#caches.set(cache, { values, length: values.length / rowSize });
    }
    const attention = this.#attentions.map((name): [string, Float32Array] => [
      name,
      this.#lastAttention(floatsOf(answer, name), texts[0]?.length ?? 0),
    ]);
    this.#attention.push(new Map(attention));
    return floatsOf(answer, 'logits');
  }

  #inputs(texts: readonly (readonly number[])[], rows: readonly number[]): Tensors {
    const { Tensor } = this.#ort;
    const { values: audio, frames } = this.#window;
    const ids = BigInt64Array.from(texts.flat(), BigInt);
    return {
      input_ids: new Tensor('int64', ids, [texts.length, ids.length / texts.length]),
      encoder_hidden_states: new Tensor('float32', audio, [1, frames, audio.length / frames]),
      use_cache_branch: new Tensor('bool', [this.#caches.size > 0]),
      ...this.#cacheInputs(this.#textCaches, rows),
      ...this.#audioInputs(rows.length),
    };
  }

  /** Repeats the audio caches for each row, because not all exports broadcast them. */
  #audioInputs(rows: number): Tensors {
    if (this.#caches.size === 0) return this.#cacheInputs(this.#audioCaches, [0]);
    if (rows !== this.#audio.rows) {
      const repeated = new Array<number>(rows).fill(0);
      this.#audio = { rows, inputs: this.#cacheInputs(this.#audioCaches, repeated) };
    }
    return this.#audio.inputs;
  }

  #cacheInputs(caches: readonly string[], rows: readonly number[]): Tensors {
    const { heads, headSize } = this.#shape;
    const inputs = caches.map((cache): [string, Tensors[string]] => {
      const { values, length } = this.#caches.get(cache) ?? nothing;
      const gathered = gatherRows(values, rows, heads * length * headSize);
      const shape = [rows.length, heads, length, headSize];
      return [`past_key_values.${cache}`, new this.#ort.Tensor('float32', gathered, shape)];
    });
    return Object.fromEntries(inputs);
  }

  /** From attention [rows, heads, tokens, frames], the weights of the last token for the frames with audio. */
  #lastAttention(weights: Float32Array, tokens: number): Float32Array {
    const { frames, audioFrames } = this.#window;
    const count = weights.length / (tokens * frames);
    const kept = new Float32Array(count * audioFrames);
    for (let i = 0; i < count; i += 1) {
      const start = ((i + 1) * tokens - 1) * frames;
      kept.set(weights.subarray(start, start + audioFrames), i * audioFrames);
    }
    return kept;
  }
}
