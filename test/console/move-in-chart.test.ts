import { expect, test } from 'vitest';
import { movedBy } from '../../console/usage/move-in-chart.ts';

test('arrow keys move by a day and stop at the first and the last one', () => {
  expect(movedBy('ArrowLeft', 3, 30)).toBe(2);
  expect(movedBy('ArrowRight', 3, 30)).toBe(4);
  expect(movedBy('ArrowLeft', 0, 30)).toBe(0);
  expect(movedBy('ArrowRight', 29, 30)).toBe(29);
  expect([movedBy('Home', 3, 30), movedBy('End', 3, 30)]).toEqual([0, 29]);
});

test('the first arrow key chooses the last day, and other keys none', () => {
  expect(movedBy('ArrowLeft', undefined, 30)).toBe(29);
  expect(movedBy('ArrowRight', undefined, 30)).toBe(29);
  expect(movedBy('Tab', undefined, 30)).toBeUndefined();
});
