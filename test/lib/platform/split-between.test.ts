import { expect, test } from 'vitest';
import { splitBetween } from '#lib/platform/split-between.ts';

test.each([
  [[], []],
  [[3], [[3]]],
  [
    [1, 2, 4, 5, 9],
    [[1, 2], [4, 5], [9]],
  ],
])('the numbers %j are split at gaps into %j, and nowhere else', (numbers, parts) => {
  expect(splitBetween(numbers, (before, after) => after - before > 1)).toEqual(parts);
});
