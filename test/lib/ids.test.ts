import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedId, randomId } from '#lib/ids.ts';

test('an id is its prefix and 26 small letters and digits', () => {
  expect(randomId('upl')).toMatch(/^upl_[a-z2-7]{26}$/);
  expect(derivedId('ofq', ['a', 'b'])).toMatch(/^ofq_[a-z2-7]{26}$/);
});

test('the same parts always lead to the same id, and to no other', () => {
  const parts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      expect(derivedId('ofq', a) === derivedId('ofq', b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});
