import { expect, test } from 'vitest';
import { changedAmount, isLateAlert } from '../../console/billing/typed-amount.ts';

test.each([
  ['an amount that nobody touched', '250', '250.000000', undefined],
  ['none that nobody touched', '', null, undefined],
  ['another amount', '99.50', '250.000000', '99.50'],
  ['a first amount', '10', null, '10'],
])('in a form, %s is sent only if it was changed', (_, typed, before, sent) => {
  expect(changedAmount(typed, before)).toBe(sent);
});

test.each([
  ['50', '10', true],
  ['9.50', '10', false],
  ['10', '10', false],
  ['50', '', false],
  ['', '10', false],
])('whether a warning from $%s on never comes with a limit of $%s: %s', (alert, limit, expected) => {
  expect(isLateAlert(alert, limit)).toBe(expected);
});

test('an amount that is emptied is sent as none', () => {
  expect(changedAmount('', '250.000000')).toBeNull();
});
