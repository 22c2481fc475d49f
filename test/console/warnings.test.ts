import { expect, test } from 'vitest';
import { balanceWarning, spendWarning, topUpWarning } from '../../console/billing/warnings.ts';

const warned = (balance_usd: string, held_usd: string, prepaid: boolean) =>
  balanceWarning({ balance_usd, held_usd, prepaid })?.tone;

test('a balance that is wholly reserved warns that jobs are refused, where jobs are prepaid', () => {
  expect(warned('20.000000', '20.000000', true)).toBe('bad');
  expect(warned('20.000000', '20.000000', false)).toBeUndefined();
});

test('a balance warns before it is used up', () => {
  expect(warned('20.000000', '15.500000', true)).toBe('warn');
  expect(warned('20.000000', '15.000000', true)).toBeUndefined();
});

test('a balance below zero warns where jobs are paid later', () => {
  expect(warned('-0.000001', '0.000000', false)).toBe('bad');
  expect(warned('0.000000', '0.000000', false)).toBeUndefined();
});

const warningOf = (spent_usd: string, limit_usd: string | null, alert_usd: string | null, held_usd = '0') =>
  spendWarning({
    spending: { month: '2026-11', spent_usd, limit_usd, alert_usd, earlier_months: [] },
    held_usd,
  });
const ofSpending = (...spending: Parameters<typeof warningOf>) => warningOf(...spending)?.tone;

test('the spending of a month warns from the alert on, and says that jobs are refused from the limit on', () => {
  expect(ofSpending('9.999999', '20.000000', '10.000000')).toBeUndefined();
  expect(ofSpending('10.000000', '20.000000', '10.000000')).toBe('warn');
  expect(ofSpending('20.000000', '20.000000', '10.000000')).toBe('bad');
  expect(ofSpending('20.000000', null, null)).toBeUndefined();
});

test('a spend limit that is reached with what jobs on their way hold says so', () => {
  expect(warningOf('0.600000', '2.000000', null, '1.400000')).toMatchObject({
    tone: 'bad',
    text: expect.stringContaining('held'),
  });
  expect(ofSpending('0.600000', '2.000000', null, '1.390000')).toBeUndefined();
});

test('an automatic top-up warns when it has stopped, and only then', () => {
  const order = { price_id: 'price', below_usd: '10', card: { brand: 'visa', last4: '4242' } };
  expect(topUpWarning({ ...order, stopped: 'declined' })?.tone).toBe('bad');
  expect([topUpWarning({ ...order, stopped: null }), topUpWarning(null)]).toEqual([undefined, undefined]);
});
