import { expect, test } from 'vitest';
import { lineThrough } from '../../bench/line.ts';

test('points on a line are explained wholly by it', () => {
  const { slope, intercept, rSquared } = lineThrough([1, 10, 60].map((x) => [x, 3 * x + 2]));
  expect([slope, intercept, rSquared]).toEqual([expect.closeTo(3), expect.closeTo(2), expect.closeTo(1)]);
});

test('points without a trend are not explained at all', () => {
  expect(
    lineThrough([
      [0, 0],
      [1, 1],
      [2, 0],
    ]).rSquared,
  ).toBeCloseTo(0);
});
