import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topAmong, topOfAll } from '#lib/speech/engines/top-tokens.ts';

// The values are few, so that many tokens are equally likely.
const someLogits = fc
  .array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 60 })
  .map((values) => Float32Array.from(values));

const sorted = (tokens: readonly number[], logits: Float32Array): number[] =>
  tokens.toSorted((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0));

test('the most likely tokens are the first of all in the order of their logits, and of equal ones the lowest numbers', () => {
  fc.assert(
    fc.property(someLogits, fc.integer({ min: 1, max: 8 }), (logits, count) => {
      expect(topOfAll(logits, count)).toEqual(sorted([...logits.keys()], logits).slice(0, count));
    }),
  );
});

test('among some tokens the most likely are found in the same way', () => {
  fc.assert(
    fc.property(someLogits, fc.integer({ min: 1, max: 8 }), (logits, count) => {
      const among = [...logits.keys()].filter((token) => token % 3 === 0);
      expect(topAmong(Int32Array.from(among), logits, count)).toEqual(sorted(among, logits).slice(0, count));
    }),
  );
});
