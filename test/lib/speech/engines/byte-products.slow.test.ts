import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { withFloatProducts } from '#lib/speech/engines/byte-products.ts';
import { floatsOf, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { needs, speechDir } from '../../../support/speech.ts';

const from = 256;
const to = 32;
/** The largest weights there are, in whose sums of products 16 bits overflow. */
const weights = Uint8Array.from({ length: to * from }, (_, i) => (Math.floor(i / from) % 2 === 0 ? 255 : 1));
const weightAt = (column: number, row: number): number => (weights[column * from + row] ?? 0) - 128;

const inBlocks = (blockSize: number): Buffer => {
  const graph = new GraphWriter();
  graph.input('x', 'float32', ['rows', from]);
  const blocks = from / blockSize;
  const inputs = [
    'x',
    graph.constant('bytes', { type: 'uint8', dims: [to, blocks, blockSize] }, () => weights),
    graph.constant('scales', { type: 'float32', dims: [to, blocks] }, () =>
      new Float32Array(to * blocks).fill(1),
    ),
  ];
  const attributes = { K: from, N: to, bits: 8, block_size: blockSize, accuracy_level: 4 };
  graph.addAs('y', 'MatMulNBits', { inputs, attributes });
  graph.output('y', ['rows', to]);
  return Buffer.concat(graph.encode());
};

describe.skipIf(needs.runtime !== '')(`products of bytes${needs.runtime}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'earshot-products-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const ort = loadOnnxRuntime(speechDir);

  test.each([1, 3, 64])('of %i rows are those of floats: no sum saturates', async (rows) => {
    const x = Float32Array.from({ length: rows * from }, (_, i) => (i % from < from / 2 ? 127 : i % 128));
    const file = join(dir, 'graph.onnx');
    for (const blockSize of [32, 128]) {
      const bytes = inBlocks(blockSize);
      writeFileSync(file, bytes);
      for (const model of [file, withFloatProducts(bytes)]) {
        const graph = await ort.openGraph(model, { optimized: false });
        const answer = await graph.run({ x: new ort.Tensor('float32', x, [rows, from]) }, ['y']);
        const y = floatsOf(answer, 'y');
        for (let at = 0; at < rows * to; at += 1) {
          const row = x.subarray(Math.floor(at / to) * from, (Math.floor(at / to) + 1) * from);
          const exact = row.reduce((sum, value, i) => sum + value * weightAt(at % to, i), 0);
          expect(Math.abs((y[at] ?? Number.NaN) - exact) / 127 / 127 / from).toBeLessThan(0.005);
        }
        await graph.release();
      }
    }
  });
});
