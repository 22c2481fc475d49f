import { attentionOfRow, cacheNames, type DecodedTexts, textsAfter } from './decoded-texts.ts';
import { floatsOf, type Graph, type OnnxRuntime, type Tensors } from './onnx-runtime.ts';

const heads = 8;
const headSize = 36;
/** The number of cross-attention heads that align best with the speech. The graph returns their weights. */
const alignmentHeads = 4;

const caches = cacheNames(6);

/** The keys and values of the encoder's output, which has `frames` frames. */
export type EncodedAudio = { readonly tensors: Tensors; readonly frames: number };

type Input = { readonly audio: EncodedAudio; readonly withAttention: boolean };

/** The decoder for one piece of audio. It decodes several hypotheses in parallel, one per row of the batch. */
export class MoonshineDecoder {
  readonly #ort: OnnxRuntime;
  readonly #graph: Graph;
  readonly #audio: EncodedAudio;
  readonly #outputs: readonly string[];
  readonly #attention: Float32Array[] = [];
  #texts: DecodedTexts;

  constructor(ort: OnnxRuntime, graph: Graph, { audio, withAttention }: Input) {
    this.#ort = ort;
    this.#graph = graph;
    this.#audio = audio;
    this.#outputs = [
      'logits',
      ...caches.map((name) => `text.${name}`),
      ...(withAttention ? ['attention'] : []),
    ];
    this.#texts = this.#textsOf(() => new Float32Array());
  }

  /** Appends `tokens[i]` to the text of row `rows[i]`, which becomes row i. Returns logits [rows × vocabulary]. */
  async step(tokens: readonly number[], rows: readonly number[]): Promise<Float32Array> {
    const answer = await this.#run(tokens, rows);
    if (this.#outputs.includes('attention')) this.#attention.push(floatsOf(answer, 'attention'));
    return floatsOf(answer, 'logits');
  }

  /** Appends several tokens to the only text, without keeping their attention. Returns logits [tokens × vocabulary]. */
  async append(tokens: readonly number[]): Promise<Float32Array> {
    return floatsOf(await this.#run(tokens, [0]), 'logits');
  }

  /** Removes all but the first `length` tokens of the only text. */
  keep(length: number): void {
    const before = this.#texts;
    this.#texts = this.#textsOf((name) => {
      const values = floatsOf(before, name);
      const from = values.length / heads;
      const to = length * headSize;
      const kept = new Float32Array(heads * to);
      for (let head = 0; head < heads; head += 1)
        kept.set(values.subarray(head * from, head * from + to), head * to);
      return kept;
    });
  }

  /** The cross-attention of row `row` in step `step`, per alignment head: one weight per frame. */
  attention(step: number, row: number): Float32Array[] {
    const kept = this.#attention[step];
    if (!kept) throw new RangeError(`The attention of step ${step} was not kept`);
    return attentionOfRow(kept, row, { heads: alignmentHeads, frames: this.#audio.frames });
  }

  /** The caches of one text. */
  #textsOf(valuesOf: (name: string) => Float32Array): DecodedTexts {
    return Object.fromEntries(
      caches.map((cache) => {
        const values = valuesOf(`past.${cache}`);
        const length = values.length / (heads * headSize);
        return [`past.${cache}`, new this.#ort.Tensor('float32', values, [1, heads, length, headSize])];
      }),
    );
  }

  /** Appends the same number of tokens to each row. */
  async #run(tokens: readonly number[], rows: readonly number[]): Promise<Tensors> {
    const { Tensor } = this.#ort;
    const batch = rows.length;
    const answer = await this.#graph.run(
      {
        tokens: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [batch, tokens.length / batch]),
        parents: new Tensor('int64', BigInt64Array.from(rows, BigInt), [batch]),
        ...this.#texts,
        ...this.#audio.tensors,
      },
      this.#outputs,
    );
    this.#texts = textsAfter(answer, caches);
    return answer;
  }
}
