import { expect, test } from 'vitest';
import { changedAmount } from '../../console/billing/typed-amount.ts';

test.each([
  ['an amount that nobody touched', '250', '250.000000', undefined],
  ['none that nobody touched', '', null, undefined],
  ['another amount', '99.50', '250.000000', '99.50'],
  ['a first amount', '10', null, '10'],
])('in a form, %s is sent only if it was changed', (_, typed, before, sent) => {
  expect(changedAmount(typed, before)).toBe(sent);
});

test('an amount that is emptied is sent as none', () => {
  expect(changedAmount('', '250.000000')).toBeNull();
});
