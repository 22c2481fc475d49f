import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** `config.json` of an export: what its graphs look like. */
const Config = z.object({
  decoder_layers: z.number(),
  decoder_attention_heads: z.number(),
  d_model: z.number(),
  num_mel_bins: z.number(),
  vocab_size: z.number(),
  max_target_positions: z.number(),
});

const tokens = z.array(z.number()).nullish();

/** `generation_config.json`: which tokens it must not write, and which heads of its attention follow the speech. */
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
  /** Tokens of prompt and text together. */
  readonly longestText: number;
  /** Tokens that are never written, and those that no text begins with. */
  readonly suppressed: readonly number[];
  readonly suppressedFirst: readonly number[];
  readonly alignmentHeads: readonly { readonly layer: number; readonly head: number }[];
};

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

/** Reads what the JSON files of an export in `dir` say of its graphs. */
export async function readShape(dir: string): Promise<WhisperShape> {
  const config = Config.parse(await readJson(join(dir, 'config.json')));
  const generation = GenerationConfig.parse(await readJson(join(dir, 'generation_config.json')));
  return {
    layers: config.decoder_layers,
    heads: config.decoder_attention_heads,
    headSize: config.d_model / config.decoder_attention_heads,
    melBins: config.num_mel_bins,
    vocabularySize: config.vocab_size,
    longestText: config.max_target_positions,
    suppressed: generation.suppress_tokens ?? [],
    suppressedFirst: generation.begin_suppress_tokens ?? [],
    alignmentHeads: (generation.alignment_heads ?? []).map(([layer, head]) => ({ layer, head })),
  };
}

/** The file of a graph in an export: the quantized one where there is one. */
export function graphFile(dir: string, name: 'encoder_model' | 'decoder_model_merged'): string {
  const quantized = join(dir, `onnx/${name}_quantized.onnx`);
  return existsSync(quantized) ? quantized : join(dir, `onnx/${name}.onnx`);
}
