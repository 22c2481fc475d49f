import { expect, test } from 'vitest';
import { cookieOf } from '#lib/platform/http/cookies.ts';

test.each([
  [['a=1', 'b=2'], 'b', '2'],
  [['ab=1', 'a=2'], 'a', '2'],
  [['a=1=2'], 'a', '1=2'],
  [['a='], 'a', undefined],
  [['ab=1'], 'a', undefined],
  [undefined, 'a', undefined],
])('among the cookies %j the value of %s is %j', (cookies, name, value) => {
  expect(cookieOf(cookies, name)).toBe(value);
});
