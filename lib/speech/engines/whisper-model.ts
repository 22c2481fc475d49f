import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Graph, OnnxRuntime } from './onnx-runtime.ts';
import { type Prompts, readPrompts } from './whisper-prompt.ts';
import { readTokenizer, type WhisperTokenizer } from './whisper-tokenizer.ts';

/** `config.json` of an export: the shape of its graphs. */
const Config = z.object({
  decoder_layers: z.number(),
  decoder_attention_heads: z.number(),
  d_model: z.number(),
  num_mel_bins: z.number(),
  vocab_size: z.number(),
  max_target_positions: z.number(),
});

const tokens = z.array(z.number()).nullish();

/** `generation_config.json`: tokens to suppress, and the attention heads that align with the speech. */
const GenerationConfig = z.object({
  suppress_tokens: tokens,
  begin_suppress_tokens: tokens,
  alignment_heads: z.array(z.tuple([z.number(), z.number()])).nullish(),
});

export type WhisperShape = {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
  readonly melBins: number;
  readonly vocabularySize: number;
  /** Maximum tokens of prompt and text together. */
  readonly maxText: number;
  /** Tokens that are never produced, and tokens that cannot start a text. */
  readonly suppressed: readonly number[];
  readonly suppressedFirst: readonly number[];
  readonly alignmentHeads: readonly { readonly layer: number; readonly head: number }[];
};

/** A loaded export of Whisper. */
export type WhisperModel = {
  readonly ort: OnnxRuntime;
  readonly encoder: Graph;
  readonly decoder: Graph;
  readonly shape: WhisperShape;
  readonly tokenizer: WhisperTokenizer;
  readonly prompts: Prompts;
  /** Whether the decoder outputs its cross-attention for all layers with alignment heads. */
  readonly hasAttention: boolean;
};

/** Opens an export of a multilingual Whisper in `dir`, in the layout of Hugging Face Optimum. Throws for anything else. */
export const openWhisper = async (ort: OnnxRuntime, dir: string): Promise<WhisperModel> => {
  const [shape, encoder, decoder] = await Promise.all([
    readShape(dir),
    ort.openGraph(graphFile(dir, 'encoder_model'), { optimized: false }),
    ort.openGraph(graphFile(dir, 'decoder_model_merged'), { optimized: false }),
  ]);
  const tokenizer = await readTokenizer(join(dir, 'tokenizer.json'), shape.vocabularySize);
  const hasAttention =
    shape.alignmentHeads.length > 0 &&
    shape.alignmentHeads.every(({ layer }) => decoder.outputNames.includes(attentionOf(layer)));
  return { ort, encoder, decoder, shape, tokenizer, prompts: readPrompts(tokenizer), hasAttention };
};

/** The name of the decoder's output with the cross-attention of a layer. */
export const attentionOf = (layer: number): string => `cross_attentions.${layer}`;

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

const readShape = async (dir: string): Promise<WhisperShape> => {
  const config = Config.parse(await readJson(join(dir, 'config.json')));
  const generation = GenerationConfig.parse(await readJson(join(dir, 'generation_config.json')));
  return {
    layers: config.decoder_layers,
    heads: config.decoder_attention_heads,
    headSize: config.d_model / config.decoder_attention_heads,
    melBins: config.num_mel_bins,
    vocabularySize: config.vocab_size,
    maxText: config.max_target_positions,
    suppressed: generation.suppress_tokens ?? [],
    suppressedFirst: generation.begin_suppress_tokens ?? [],
    alignmentHeads: (generation.alignment_heads ?? []).map(([layer, head]) => ({ layer, head })),
  };
};

/** Prefers the quantized graph. */
const graphFile = (dir: string, name: 'encoder_model' | 'decoder_model_merged'): string => {
  const quantized = join(dir, `onnx/${name}_quantized.onnx`);
  return existsSync(quantized) ? quantized : join(dir, `onnx/${name}.onnx`);
};
