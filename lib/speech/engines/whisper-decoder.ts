import { attentionOfRow, cacheNames, type DecodedTexts, textsAfter } from './decoded-texts.ts';
import { floatsOf, type Tensors } from './onnx-runtime.ts';
import type { WhisperModel } from './whisper-model.ts';

/** The length of an encoder frame. */
export const frameMs = 20;

/** The encoder's output for a window: the keys and values of `frames` frames. The audio fills the first `audioFrames`; the rest is padding. */
export type EncodedWindow = {
  readonly audio: Tensors;
  readonly frames: number;
  readonly audioFrames: number;
  /** The length of the audio. */
  readonly durationMs: number;
};

/** The decoder for one window. It decodes several hypotheses in parallel, one per row of the batch. */
export class WhisperDecoder {
  readonly #model: WhisperModel;
  readonly #window: EncodedWindow;
  readonly #attention: Float32Array[] = [];
  #texts: DecodedTexts;

  /** Continues the single text of `after`, or begins a new text. */
  constructor(model: WhisperModel, window: EncodedWindow, after: DecodedTexts = emptyText(model)) {
    this.#model = model;
    this.#window = window;
    this.#texts = after;
  }

  /** The text so far. */
  get texts(): DecodedTexts {
    return this.#texts;
  }

  /** Appends all `tokens` of a prompt to the single text, in one step. Returns the logits [vocabulary] after the last token. */
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
    const { frames, audioFrames } = this.#window;
    const kept = this.#attention[run];
    if (!kept) throw new RangeError(`There was no run ${run}.`);
    const heads = this.#model.shape.alignmentHeads;
    return attentionOfRow(kept, row, { heads, frames, wanted: audioFrames });
  }

  async #run(texts: readonly (readonly number[])[], rows: readonly number[]): Promise<Float32Array> {
    const { ort, decoder, shape } = this.#model;
    const tokens = BigInt64Array.from(texts.flat(), BigInt);
    const answer = await decoder.run(
      {
        tokens: new ort.Tensor('int64', tokens, [texts.length, tokens.length / texts.length]),
        parents: new ort.Tensor('int64', BigInt64Array.from(rows, BigInt), [rows.length]),
        ...this.#texts,
        ...this.#window.audio,
      },
      decoder.outputNames,
    );
    this.#texts = textsAfter(answer, cacheNames(shape.layers));
    this.#attention.push(floatsOf(answer, 'attention'));
    return floatsOf(answer, 'logits');
  }
}

const emptyText = ({ ort, shape }: Pick<WhisperModel, 'ort' | 'shape'>): DecodedTexts => {
  const { layers, heads, headSize } = shape;
  return Object.fromEntries(
    cacheNames(layers).map((name) => {
      const dims = name.endsWith('key') ? [1, heads, headSize, 0] : [1, heads, 0, headSize];
      return [`past.${name}`, new ort.Tensor('float32', new Float32Array(), dims)];
    }),
  );
};
