import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherRows } from '#lib/engines/gather-rows.ts';
import { rowCache } from '#lib/engines/row-cache.ts';

const rowsOf = (count: number) => fc.array(fc.nat(count - 1), { minLength: 1, maxLength: 6 });
/** Of each step, which rows of the one before go on; that one has at most six, so they are taken modulo. */
const steps = fc.array(rowsOf(6), { minLength: 1, maxLength: 12 });

test('holds what rows in memory of their own would hold, text after text', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 3 }), (texts) => {
      const cache = rowCache();
      let count = 0;
      for (const text of texts) {
        cache.clear();
        let held = new Float32Array();
        let batch = 1;
        text.forEach((wanted, length) => {
          const rows = wanted.map((row) => row % batch);
          const ordered = cache.order(rows, length);
          expect(ordered).toEqual(gatherRows(held, rows, length));
          batch = rows.length;
          // What a model does: it reads the rows while it writes them, each one longer.
          const before = Float32Array.from(ordered);
          const next = cache.follow(batch * (length + 1));
          next.forEach((_, i) => (next[i] = count++));
          expect(ordered).toEqual(before);
          held = Float32Array.from(next);
        });
      }
    }),
  );
});
