import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from '#lib/platform/canonical-json.ts';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};

test('the order of keys does not change the fingerprint of a body', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprint(reversed(value))).toBe(fingerprint(value));
    }),
  );
});

test('another value, or another order of a list, changes the fingerprint of a body', () => {
  expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: [2, 1] }));
  expect(fingerprint({ a: '1' })).not.toBe(fingerprint({ a: 1 }));
});
