import { expect, test } from 'vitest';
import { balanceWarning } from '../../console/billing/low-balance.ts';

const warned = (balance_usd: string, held_usd: string, prepaid: boolean) =>
  balanceWarning({ balance_usd, held_usd, prepaid })?.tone;

test('a balance that is wholly reserved warns that jobs are refused, where jobs are prepaid', () => {
  expect(warned('20.000000', '20.000000', true)).toBe('bad');
  expect(warned('20.000000', '20.000000', false)).toBeUndefined();
});

test('a balance warns before it is used up', () => {
  expect(warned('20.000000', '15.500000', true)).toBe('plain');
  expect(warned('20.000000', '15.000000', true)).toBeUndefined();
});

test('a balance below zero warns where jobs are paid later', () => {
  expect(warned('-0.000001', '0.000000', false)).toBe('bad');
  expect(warned('0.000000', '0.000000', false)).toBeUndefined();
});
