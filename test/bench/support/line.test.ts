import { expect, test } from 'vitest';
import { lineThrough } from '../../../bench/support/line.ts';

test('the fit of points on a line returns that line with R² = 1', () => {
  const { slope, intercept, rSquared } = lineThrough([1, 10, 60].map((x) => [x, 3 * x + 2]));
  expect([slope, intercept, rSquared]).toEqual([expect.closeTo(3), expect.closeTo(2), expect.closeTo(1)]);
});

test('the fit of points without a trend has R² = 0', () => {
  expect(
    lineThrough([
      [0, 0],
      [1, 1],
      [2, 0],
    ]).rSquared,
  ).toBeCloseTo(0);
});
