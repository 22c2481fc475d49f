import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { multipliesBytesHere } from './byte-products.ts';
import type { Graph, OnnxRuntime } from './onnx-runtime.ts';
import { type Prompts, readPrompts } from './whisper-prompt.ts';
import { readTokenizer, type WhisperTokenizer } from './whisper-tokenizer.ts';

const tokens = z.array(z.int());

/** The shape of a model's graphs. cdk/speech-runtime/whisper writes it next to them. */
export const WhisperShape = z.object({
  layers: z.int(),
  heads: z.int(),
  headSize: z.int(),
  /** The number of encoder frames for 30 s. */
  maxFrames: z.int(),
  vocabularySize: z.int(),
  /** Maximum tokens of prompt and text together. */
  maxText: z.int(),
  /** Tokens that are never produced, and tokens that cannot start a text. */
  suppressed: tokens,
  suppressedFirst: tokens,
  /** The number of attention heads that align text with speech. */
  alignmentHeads: z.int().positive(),
});
export type WhisperShape = z.infer<typeof WhisperShape>;

/** A loaded Whisper model. */
export type WhisperModel = {
  readonly ort: OnnxRuntime;
  readonly encoder: Graph;
  readonly decoder: Graph;
  readonly shape: WhisperShape;
  readonly tokenizer: WhisperTokenizer;
  readonly prompts: Prompts;
};

/** Opens a multilingual Whisper model in `dir`, as `npm run models` builds it. */
export const openWhisper = async (ort: OnnxRuntime, dir: string): Promise<WhisperModel> => {
  const [shape, encoder, decoder] = await Promise.all([
    readFile(join(dir, 'shape.json'), 'utf8').then((text) => WhisperShape.parse(JSON.parse(text))),
    openEncoder(ort, dir),
    ort.openGraph(join(dir, 'decoder.onnx'), { optimized: false }),
  ]);
  const tokenizer = await readTokenizer(join(dir, 'tokenizer.json'), shape.vocabularySize);
  return { ort, encoder, decoder, shape, tokenizer, prompts: readPrompts(tokenizer) };
};

/** The encoder's byte products are exact only on some processors. The others use the graph with floats. */
const openEncoder = async (ort: OnnxRuntime, dir: string): Promise<Graph> => {
  const isExact = await multipliesBytesHere();
  return ort.openGraph(join(dir, isExact ? 'encoder.onnx' : 'encoder-floats.onnx'), { optimized: false });
};
