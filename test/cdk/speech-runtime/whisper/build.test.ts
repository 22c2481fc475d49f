import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildWhisper } from '#cdk/speech-runtime/whisper/build.ts';
import { WhisperShape } from '#lib/speech/engines/whisper-model.ts';
import { weightsOf } from '../../../support/whisper/made-up-weights.ts';
import { testFolder } from '../../../support/test-folder.ts';

const dir = testFolder();
const read = (file: string): Buffer => readFileSync(join(dir, file));
const alignmentHeads = [
  { layer: 0, head: 1 },
  { layer: 0, head: 2 },
];
const build = (to: string) =>
  buildWhisper(
    { weights: weightsOf({ heads: 3, bins: 128, encoderLayers: 2, decoderLayers: 1 }), alignmentHeads },
    join(dir, to),
  );

beforeAll(() => build('a'));

test('two builds of a model give the same bytes', async () => {
  await build('b');
  const files = readdirSync(join(dir, 'a'));
  expect(files).toContain('decoder.onnx');
  for (const file of files) expect(read(`b/${file}`).equals(read(`a/${file}`))).toBe(true);
});

test('the encoder for processors that cannot add products of bytes multiplies none, and reads the same file', () => {
  const [exact, floats] = ['encoder.onnx', 'encoder-floats.onnx'].map((file) => read(`a/${file}`));
  expect(exact?.includes('MatMulIntegerToFloat')).toBe(true);
  expect(floats?.includes('MatMulIntegerToFloat')).toBe(false);
  for (const graph of [exact, floats]) expect(graph?.includes('encoder.weights')).toBe(true);
});

test('the shape of a model is that of its decoder', () => {
  const shape = WhisperShape.parse(JSON.parse(read('a/shape.json').toString()));
  expect(shape).toMatchObject({
    ...{ layers: 1, heads: 3, headSize: 64, alignmentHeads: 2 },
    ...{ maxFrames: 40, maxText: 32, vocabularySize: 300 },
  });
});
