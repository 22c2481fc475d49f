import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConstantsFile } from '#cdk/speech-runtime/constants-file.ts';
import { ModelGraph, type Precision } from '#cdk/speech-runtime/whisper/model-graph.ts';
import type { Weights } from '#cdk/speech-runtime/whisper/weights.ts';
import { floatsOf, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { multipliesBytesHere, needs, speechDir } from '../../../support/speech.ts';

const from = 512;
const to = 32;
/** The largest weights there are, in whose sums of products 16 bits overflow. */
const weightAt = (row: number): number => (row % 2 === 0 ? 127 : -127);
const weights: Weights = new Map([
  [
    'matrix',
    {
      dims: [to, from],
      values: () => Float32Array.from({ length: to * from }, (_, i) => weightAt(Math.floor(i / from))),
    },
  ],
]);

describe.skipIf(needs.runtime !== '')(`products of matrices in 8 bits${needs.runtime}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'earshot-products-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const ort = loadOnnxRuntime(speechDir);
  const open = (precision: Precision) => {
    const file = new ConstantsFile(`${precision}.weights`);
    const graph = new ModelGraph(weights, precision, file);
    graph.multiply(graph.input('x', 'float32', [1, 'rows', from]), 'matrix', 'y');
    graph.output('y', [1, 'rows', to]);
    writeFileSync(join(dir, `${precision}.weights`), Buffer.concat(file.encode()));
    const path = join(dir, `${precision}.onnx`);
    writeFileSync(path, Buffer.concat(graph.encode()));
    return ort.openGraph(path, { optimized: false });
  };

  const exactHere: Precision[] = ['blocks', 'widened', ...(multipliesBytesHere ? (['rows'] as const) : [])];
  describe.each(exactHere)('as %s', (precision) => {
    test.each([1, 3, 64])('are those of floats for %i inputs: no sum saturates', async (rows) => {
      const x = Float32Array.from({ length: rows * from }, (_, i) => (i % from < from / 2 ? 127 : i % 128));
      const graph = await open(precision);
      const answer = await graph.run({ x: new ort.Tensor('float32', x, [1, rows, from]) }, ['y']);
      const y = floatsOf(answer, 'y');
      expect(y).toHaveLength(rows * to);
      for (const [at, value] of y.entries()) {
        const row = x.subarray(Math.floor(at / to) * from, (Math.floor(at / to) + 1) * from);
        const exact = row.reduce((sum, one) => sum + one * weightAt(at % to), 0);
        expect(Math.abs(value - exact) / 127 / 127 / from).toBeLessThan(0.005);
      }
      await graph.release();
    });

    test('are zero for inputs of zero', async () => {
      const graph = await open(precision);
      const answer = await graph.run({ x: new ort.Tensor('float32', new Float32Array(from), [1, 1, from]) }, [
        'y',
      ]);
      expect(floatsOf(answer, 'y').every((value) => value === 0)).toBe(true);
      await graph.release();
    });
  });
});
