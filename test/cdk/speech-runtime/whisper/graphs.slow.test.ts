import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWhisper } from '#cdk/speech-runtime/whisper/build.ts';
import { writeDecoder } from '#cdk/speech-runtime/whisper/decoder-graph.ts';
import { writeEncoder } from '#cdk/speech-runtime/whisper/encoder-graph.ts';
import { ModelGraph } from '#cdk/speech-runtime/whisper/model-graph.ts';
import { multipliesBytesHere } from '#lib/speech/engines/byte-products.ts';
import { floatsOf, type Graph, loadOnnxRuntime, type Tensors } from '#lib/speech/engines/onnx-runtime.ts';
import { needs, speechDir } from '../../../support/speech.ts';
import {
  headSize,
  madeUpShape,
  maxFrames,
  randomNumbers,
  weightsOf,
} from '../../../support/whisper/made-up-weights.ts';
import { referenceWhisper } from '../../../support/whisper/reference.ts';
import { spectrogramOf } from '../../../support/whisper/spectrogram.ts';
import { testFolder } from '../../../support/test-folder.ts';

const shapes = [
  {
    like: 'whisper-base',
    shape: madeUpShape,
    alignmentHeads: [
      { layer: 0, head: 1 },
      { layer: 1, head: 0 },
    ],
  },
  {
    like: 'whisper-large-v3-turbo, with more layers on one side, more bins and rows of more than a block',
    shape: { heads: 5, bins: 128, encoderLayers: 3, decoderLayers: 1 },
    alignmentHeads: [
      { layer: 0, head: 1 },
      { layer: 0, head: 4 },
    ],
  },
];
const isExactHere = await multipliesBytesHere();

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a, (value, i) => Math.abs(value - (b[i] ?? Number.NaN))).reduce((x, y) => Math.max(x, y), 0);

describe.skipIf(needs.runtime !== '').each(shapes)(
  `the graphs of Whisper${needs.runtime}, in a shape like $like`,
  ({ shape, alignmentHeads }) => {
    const { heads, bins, decoderLayers } = shape;
    const dir = testFolder();
    const weights = weightsOf(shape);
    const reference = referenceWhisper(weights, heads);
    const next = randomNumbers(7);
    const samples = Float32Array.from({ length: 320 * maxFrames }, next);
    let audio: ReturnType<typeof reference.encode>;
    const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
    const integers = (values: readonly number[], dims: readonly number[]) =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), [...dims]);
    const noText = Object.fromEntries(
      Array.from({ length: decoderLayers }, (_, i) => [
        [`past.${i}.key`, new Tensor('float32', new Float32Array(), [1, heads, headSize, 0])],
        [`past.${i}.value`, new Tensor('float32', new Float32Array(), [1, heads, 0, headSize])],
      ]).flat(),
    );
    const asPast = (answer: Tensors): Tensors =>
      Object.fromEntries(
        Object.entries(answer).flatMap(([name, tensor]) =>
          name.startsWith('text.') ? [[name.replace('text', 'past'), tensor]] : [],
        ),
      );

    beforeAll(() => {
      audio = reference.encode(spectrogramOf(samples, bins));
    });

    const writeFloats = (folder: string) => {
      mkdirSync(folder);
      for (const [file, write] of [
        ['encoder.onnx', writeEncoder],
        ['decoder.onnx', writeDecoder],
      ] as const) {
        const graph = new ModelGraph(weights, 'floats');
        write(graph, { heads, headSize, alignmentHeads });
        writeFileSync(join(folder, file), Buffer.concat(graph.encode()));
      }
    };

    const inFloats = { encoderFile: 'encoder.onnx', allowed: { logits: 1e-3, attention: 1e-4 } };
    const inBytes = { encoderFile: 'encoder.onnx', allowed: { logits: 0.5, attention: 0.02 } };
    describe.each([
      { name: 'floats', ...inFloats },
      ...(isExactHere ? [{ name: 'bytes', ...inBytes }] : []),
      { name: 'bytes, whose encoder multiplies floats', ...inBytes, encoderFile: 'encoder-floats.onnx' },
    ])('in $name', ({ name, encoderFile, allowed }) => {
      let encoder: Graph;
      let decoder: Graph;
      let encoded: Tensors;
      const decode = (rows: readonly (readonly number[])[], parents: readonly number[], past: Tensors) =>
        decoder.run(
          {
            tokens: integers(rows.flat(), [rows.length, rows[0]?.length ?? 0]),
            parents: integers(parents, [parents.length]),
            ...past,
            ...encoded,
          },
          decoder.outputNames,
        );
      beforeAll(async () => {
        const folder = join(dir, name);
        if (name === 'floats') writeFloats(folder);
        else await buildWhisper({ weights, alignmentHeads }, folder);
        encoder = await openGraph(join(folder, encoderFile), { optimized: false });
        decoder = await openGraph(join(folder, 'decoder.onnx'), { optimized: false });
        encoded = await encoder.run(
          { samples: new Tensor('float32', samples, [1, samples.length]) },
          encoder.outputNames,
        );
      });
      afterAll(() => Promise.all([encoder.release(), decoder.release()]));

      /** Compares row `row` of an answer with the whole text of that row. */
      const expectRow = (
        answer: Tensors,
        row: number,
        { text, rows }: { text: readonly number[]; rows: number },
      ) => {
        const { logits, attention } = reference.decode(audio, text);
        const own = floatsOf(answer, 'logits').subarray(row * logits.length, (row + 1) * logits.length);
        expect(largestDifference(own, logits)).toBeLessThan(allowed.logits);
        for (const [i, { layer, head }] of alignmentHeads.entries()) {
          const from = (i * rows + row) * maxFrames;
          const heard = floatsOf(answer, 'attention').subarray(from, from + maxFrames);
          expect(largestDifference(heard, attention[layer]?.[head] ?? [])).toBeLessThan(allowed.attention);
        }
      };

      test('a prompt gives the logits and the attention of the model as it is defined', async () => {
        const prompt = [5, 17, 250, 3];
        expectRow(await decode([prompt], [0], noText), 0, { text: prompt, rows: 1 });
      });

      test('each row continues the text of its parent, also after the beam was reordered', async () => {
        const prompted = await decode([[5, 17]], [0], noText);
        const three = await decode([[9], [40], [41]], [0, 0, 0], asPast(prompted));
        for (const [row, token] of [9, 40, 41].entries())
          expectRow(three, row, { text: [5, 17, token], rows: 3 });
        const two = await decode([[100], [200]], [2, 0], asPast(three));
        expectRow(two, 0, { text: [5, 17, 41, 100], rows: 2 });
        expectRow(two, 1, { text: [5, 17, 9, 200], rows: 2 });
      });
    });
  },
);
