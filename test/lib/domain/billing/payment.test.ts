import { expect, test } from 'vitest';
import { applyPaymentEvent, type PaymentEvent, Payment } from '#lib/domain/billing/payment.ts';

const blank = Payment.parse({ id: 'pi_1' });
const credit = (paidCents: number, microUsd: number): PaymentEvent => ({
  kind: 'credit',
  credit: { organizationId: 'org_a', priceId: 'price_a', paidCents, microUsd },
});
const refund = (refundedCents: number, chargeId = 'ch_1'): PaymentEvent => ({
  kind: 'refund',
  chargeId,
  refundedCents,
});
const dispute = (cents: number, isReinstated = false): PaymentEvent => ({
  kind: 'dispute',
  disputeId: 'dp_1',
  cents,
  isReinstated,
});

const after = (...happenings: readonly PaymentEvent[]) => {
  let payment = blank;
  const lines = happenings.flatMap((happening) => {
    const step = applyPaymentEvent(payment, happening);
    payment = step.payment;
    return step.lines.map(({ kind, amountMicroUsd }) => [kind, amountMicroUsd] as const);
  });
  return { payment, lines };
};

test('a part that is given back takes that part of the credit, the whole takes all of it to the last unit', () => {
  expect(after(credit(3, 10), refund(1), refund(3)).lines).toEqual([
    ['credit', 10],
    ['refund', -3],
    ['refund', -7],
  ]);
});

test('no more than the credit is ever taken back, whatever is refunded and disputed', () => {
  expect(after(credit(100, 10), refund(100), dispute(100), refund(80, 'ch_2')).payment.reversedMicroUsd).toBe(
    10,
  );
});

test('what a bank gives back is credited again, once', () => {
  expect(
    after(credit(100, 10), dispute(100), dispute(100, true), dispute(100, true), dispute(100)).lines,
  ).toEqual([
    ['credit', 10],
    ['dispute', -10],
    ['dispute_reversal', 10],
  ]);
});

test('an older sum of refunds that comes late changes nothing', () => {
  expect(after(credit(100, 10), refund(50), refund(20)).lines).toEqual([
    ['credit', 10],
    ['refund', -5],
  ]);
});

test('the first announcement of a payment counts, another amount later does not', () => {
  expect(after(credit(100, 10), credit(100, 20)).lines).toEqual([['credit', 10]]);
});

test('a payment of nothing cannot lose anything', () => {
  expect(after(credit(0, 10), refund(50)).lines).toEqual([['credit', 10]]);
});

test('a credit of billions is shared exactly', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(after(credit(999_999_999, most), refund(333_333_333)).payment.reversedMicroUsd).toBe(
    Math.floor(most / 3),
  );
});
