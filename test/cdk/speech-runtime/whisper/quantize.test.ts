import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockSize, quantize, quantizeRows } from '#cdk/speech-runtime/whisper/quantize.ts';

const matrix = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 * blockSize + 5 }))
  .chain(([rows, columns]) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      values: fc.float32Array({
        minLength: rows * columns,
        maxLength: rows * columns,
        min: -8,
        max: 8,
        noNaN: true,
      }),
    }),
  );

test('every number of a matrix is kept to half a step of its block', () => {
  fc.assert(
    fc.property(matrix, ({ rows, columns, values }) => {
      const { blocks, bytes, scales } = quantize(values, columns);
      expect([bytes.length, scales.length]).toEqual([rows * blocks * blockSize, rows * blocks]);
      const differences = Array.from(values, (value, i) => {
        const row = Math.floor(i / columns);
        const column = i % columns;
        const block = row * blocks + Math.floor(column / blockSize);
        const scale = scales[block] ?? 0;
        const kept = ((bytes[block * blockSize + (column % blockSize)] ?? 0) - 128) * scale;
        return Math.abs(kept - value) - 0.5001 * scale;
      });
      expect(Math.max(...differences)).toBeLessThanOrEqual(1e-9);
    }),
    { numRuns: 50 },
  );
});

test('what pads the last block of a row is zero', () => {
  const { bytes } = quantize(Float32Array.of(1, -2, 3), 3);
  expect(bytes.subarray(3).every((byte) => byte === 128)).toBe(true);
});

test('a matrix with a scale for each row is transposed, and every number is kept to half a step of its row', () => {
  fc.assert(
    fc.property(matrix, ({ rows, columns, values }) => {
      const { bytes, scales } = quantizeRows(values, columns);
      expect([bytes.length, scales.length]).toEqual([rows * columns, rows]);
      for (const [i, value] of values.entries()) {
        const row = Math.floor(i / columns);
        const column = i % columns;
        const scale = scales[row] ?? 0;
        const kept = (bytes[column * rows + row] ?? 0) * scale;
        expect(Math.abs(kept - value)).toBeLessThanOrEqual(0.5001 * scale + 1e-9);
      }
    }),
    { numRuns: 50 },
  );
});
