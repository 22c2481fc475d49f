import { expect, test } from 'vitest';
import { lazy } from '#lib/platform/lazy.ts';

test('a value is made when it is first asked for, and once', () => {
  let made = 0;
  const value = lazy(() => ({ nth: (made += 1) }));
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([{ nth: 1 }, { nth: 1 }]);
});
