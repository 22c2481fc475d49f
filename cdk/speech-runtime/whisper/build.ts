import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WhisperShape } from '#lib/speech/engines/whisper-model.ts';
import { ConstantsFile } from '../constants-file.ts';
import { type AlignmentHead, writeDecoder } from './decoder-graph.ts';
import { writeEncoder } from './encoder-graph.ts';
import { ModelGraph } from './model-graph.ts';
import { layersOf } from './layers.ts';
import { suppressedFirst, suppressedTokens } from './published.ts';
import { tensorOf, type Weights } from './weights.ts';

/** All of Whisper's models have this size. */
const headSize = 64;

/** The second encoder is for processors on which the first one is not exact. */
const encoders = [
  ['encoder.onnx', 'rows'],
  ['encoder-floats.onnx', 'widened'],
] as const;

type Model = {
  readonly weights: Weights;
  readonly alignmentHeads: readonly AlignmentHead[];
};

/**
 * Writes the graphs of a Whisper model and their shape into `dir`: everything that the engine needs besides
 * `tokenizer.json`. The result has the same bytes on every machine.
 */
export const buildWhisper = async ({ weights, alignmentHeads }: Model, dir: string): Promise<void> => {
  const [vocabularySize = 0, size = 0] = tensorOf(weights, 'decoder.embed_tokens.weight').dims;
  const [maxText = 0] = tensorOf(weights, 'decoder.embed_positions.weight').dims;
  const [maxFrames = 0] = tensorOf(weights, 'encoder.embed_positions.weight').dims;
  const heads = size / headSize;
  await mkdir(dir, { recursive: true });

  const matrices = new ConstantsFile('encoder.weights');
  for (const [file, precision] of encoders) {
    const encoder = new ModelGraph(weights, precision, matrices);
    writeEncoder(encoder, { heads, headSize });
    await writeFile(join(dir, file), encoder.encode());
  }
  await writeFile(join(dir, matrices.name), matrices.encode());

  const decoder = new ModelGraph(weights, 'blocks');
  writeDecoder(decoder, { heads, headSize, alignmentHeads });
  await writeFile(join(dir, 'decoder.onnx'), decoder.encode());

  const shape: WhisperShape = {
    layers: layersOf(decoder, 'decoder').length,
    heads,
    headSize,
    maxFrames,
    vocabularySize,
    maxText,
    suppressed: [...suppressedTokens],
    suppressedFirst: [...suppressedFirst],
    alignmentHeads: alignmentHeads.length,
  };
  await writeFile(join(dir, 'shape.json'), JSON.stringify(shape));
};
