import { expect, test } from 'vitest';
import { applyPaymentEvent, type PaymentEvent, Payment } from '#lib/domain/billing/payment.ts';

const blank = Payment.parse({ id: 'pi_1' });
const credit = (paidCents: number, microUsd: number): PaymentEvent => ({
  kind: 'credit',
  credit: { organizationId: 'org_a', priceId: 'price_a', paidCents, microUsd },
});
const refund = (cents: number, id = 're_1', isReversed = false): PaymentEvent => ({
  kind: 'refund',
  id,
  cents,
  isReversed,
  reportedAt: 0,
});
const dispute = (cents: number, isReversed = false, reportedAt = 0): PaymentEvent => ({
  kind: 'dispute',
  id: 'dp_1',
  cents,
  isReversed,
  reportedAt,
});

const after = (...changes: readonly PaymentEvent[]) => {
  let payment = blank;
  const lines = changes.flatMap((change) => {
    const step = applyPaymentEvent(payment, change);
    payment = step.payment;
    return step.lines.map(({ kind, amountMicroUsd }) => [kind, amountMicroUsd] as const);
  });
  return { payment, lines };
};

test('a partial refund takes back its share of the credit, a full one takes back every micro-dollar', () => {
  expect(after(credit(3, 10), refund(1), refund(2, 're_2')).lines).toEqual([
    ['credit', 10],
    ['refund', -3],
    ['refund', -7],
  ]);
});

test('each line says what money came or went, which is not what it credits', () => {
  const cents = (...changes: readonly PaymentEvent[]) => {
    let payment = blank;
    return changes.flatMap((change) => {
      const step = applyPaymentEvent(payment, change);
      payment = step.payment;
      return step.lines.map(({ moneyCents }) => moneyCents);
    });
  };
  const all = [credit(10_000, 105_000_000), refund(4_000), dispute(9_000), dispute(9_000, true)];
  expect(cents(...all)).toEqual([10_000, -4_000, -6_000, 6_000]);
  expect(cents(refund(4_000), credit(10_000, 105_000_000))).toEqual([10_000, -4_000]);
});

test('refunds and disputes together never take back more than the credit', () => {
  expect(after(credit(100, 10), refund(100), dispute(100), refund(80, 're_2')).payment.reversedMicroUsd).toBe(
    10,
  );
});

test('a dispute that was won is credited again, once', () => {
  expect(
    after(credit(100, 10), dispute(100), dispute(100, true), dispute(100, true), dispute(100)).lines,
  ).toEqual([
    ['credit', 10],
    ['dispute', -10],
    ['dispute_reversal', 10],
  ]);
});

test('a dispute that is won and then lost is taken back again', () => {
  const [opened, won, lost] = [dispute(100, false, 1), dispute(100, true, 2), dispute(100, false, 3)];
  expect(after(credit(100, 10), opened, won, lost, lost).lines).toEqual([
    ['credit', 10],
    ['dispute', -10],
    ['dispute_reversal', 10],
    ['dispute', -10],
  ]);
  expect(after(credit(100, 10), lost, won, opened).lines).toEqual([
    ['credit', 10],
    ['dispute', -10],
  ]);
});

test('a refund that failed is credited again, once, and the next one counts', () => {
  const failed = refund(50, 're_1', true);
  expect(after(credit(100, 10), refund(50), failed, failed, refund(50), refund(50, 're_2')).lines).toEqual([
    ['credit', 10],
    ['refund', -5],
    ['refund_reversal', 5],
    ['refund', -5],
  ]);
});

test.each([
  ['a refund', [refund(50)], 'refund'],
  ['a dispute', [dispute(50)], 'dispute'],
  ['a dispute, after a refund that failed', [refund(30, 're_1', true), dispute(50)], 'dispute'],
])('%s that is reported before its payment is told as such', (_, before, kind) => {
  expect(after(...before, credit(100, 10)).lines).toEqual([
    ['credit', 10],
    [kind, -5],
  ]);
});

test('the first reported amount of a payment counts; a later one does not', () => {
  expect(after(credit(100, 10), credit(100, 20)).lines).toEqual([['credit', 10]]);
});

test('a payment of nothing cannot lose credit', () => {
  expect(after(credit(0, 10), refund(50)).lines).toEqual([['credit', 10]]);
});

test('a credit of billions is split exactly', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(after(credit(999_999_999, most), refund(333_333_333)).payment.reversedMicroUsd).toBe(
    Math.floor(most / 3),
  );
});
