import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConstantsFile } from '#cdk/speech-runtime/constants-file.ts';
import type { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';
import { MoonshineGraph } from '#cdk/speech-runtime/moonshine/graph.ts';
import { ModelGraph, type Precision } from '#cdk/speech-runtime/whisper/model-graph.ts';
import { multipliesBytesHere } from '#lib/speech/engines/byte-products.ts';
import { floatsOf, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { needs, speechDir } from '../../support/speech.ts';
import { testFolder } from '../../support/test-folder.ts';

const from = 512;
const to = 32;
/** The largest possible weights. The sums of their products overflow 16 bits. */
const weightAt = (row: number): number => (row % 2 === 0 ? 127 : -127);
const weights = Float32Array.from({ length: to * from }, (_, i) => weightAt(Math.floor(i / from)));

const whisper = (precision: Precision) => (file: ConstantsFile) => {
  const graph = new ModelGraph(
    new Map([['matrix', { dims: [to, from], values: () => weights }]]),
    precision,
    file,
  );
  graph.multiply(graph.input('x', 'float32', [1, 'rows', from]), 'matrix', 'logits');
  graph.output('logits', [1, 'rows', to]);
  return graph;
};
const moonshine = () => {
  const bytes = Uint8Array.from(weights, (weight) => weight + 128);
  const tokens = { from: to, to: from, bytes, scale: 1, zero: 128 };
  const graph = new MoonshineGraph({ matrices: new Map(), vectors: new Map(), tokens });
  graph.logits(graph.input('x', 'float32', [1, 'rows', from]));
  return graph;
};

type Write = (file: ConstantsFile) => GraphWriter;
const writes: [string, Write][] = [
  ['Whisper, in blocks', whisper('blocks')],
  ['Whisper, widened', whisper('widened')],
  ['Moonshine', moonshine],
];
if (await multipliesBytesHere()) writes.push(['Whisper, by rows', whisper('rows')]);

describe.skipIf(needs.runtime !== '').each(writes)(
  `products of matrices in 8 bits: %s${needs.runtime}`,
  (kind, write) => {
    const dir = testFolder();

    /** The products of x [rows × from] and the weights. */
    const multiply = async (x: Float32Array): Promise<Float32Array> => {
      const ort = loadOnnxRuntime(speechDir);
      const constants = new ConstantsFile('graph.weights');
      const file = join(dir, 'graph.onnx');
      writeFileSync(file, Buffer.concat(write(constants).encode()));
      writeFileSync(join(dir, constants.name), Buffer.concat(constants.encode()));
      const graph = await ort.openGraph(file, { optimized: false });
      const input = new ort.Tensor('float32', x, [1, x.length / from, from]);
      const products = floatsOf(await graph.run({ x: input }, ['logits']), 'logits');
      await graph.release();
      return products;
    };

    test.each([1, 3, 64])(
      `products of 8 bits are those of floats for %i inputs, as no sum saturates: ${kind}`,
      async (rows) => {
        const x = Float32Array.from({ length: rows * from }, (_one, i) =>
          i % from < from / 2 ? 127 : i % 128,
        );
        const y = await multiply(x);
        expect(y).toHaveLength(rows * to);
        for (const [at, value] of y.entries()) {
          const row = x.subarray(Math.floor(at / to) * from, (Math.floor(at / to) + 1) * from);
          const exact = row.reduce((sum, one) => sum + one * weightAt(at % to), 0);
          expect(Math.abs(value - exact) / 127 / 127 / from).toBeLessThan(0.005);
        }
      },
    );

    test(`products of 8 bits are zero for inputs of zero: ${kind}`, async () => {
      const y = await multiply(new Float32Array(from));
      expect(y).toHaveLength(to);
      expect(y.every((value) => value === 0)).toBe(true);
    });
  },
);
