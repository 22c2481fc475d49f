import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from '#local/s3/conditions.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=5-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
])('the range %s of 10 bytes is %j', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test.each([
  ['bytes=10-', 10],
  ['bytes=-0', 10],
  ['bytes=0-', 0],
  ['bytes=-1', 0],
])('the range %s of %d bytes is not satisfiable', (header, size) => {
  expect(() => parseRange(header, size)).toThrow('not satisfiable');
});

test('a satisfiable range is inside the object', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1 }), (first, last, size) => {
      for (const header of [`bytes=${first}-${last}`, `bytes=${first % size}-`, `bytes=-${last + 1}`]) {
        if (first >= size && header.startsWith(`bytes=${first}-`)) continue;
        const { start, end } = parseRange(header, size) ?? { start: 0, end: size - 1 };
        expect(start >= 0 && start <= end && end < size).toBe(true);
      }
    }),
  );
});
