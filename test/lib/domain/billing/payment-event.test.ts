import { describe, expect, test } from 'vitest';
import { parseEvent, type ProviderEvent } from '#lib/domain/billing/payment-event.ts';
import {
  dispute,
  invoicePaid,
  pack,
  plan,
  products,
  refunded,
  session,
} from '../../../support/stripe-events.ts';

const organizationId = 'org_a';
const bought = { organizationId, product: pack };
const subscribed = { organizationId, product: plan };
const read = (event: ProviderEvent) => parseEvent(event, products);
const credit = (
  { priceId, amountCents, creditMicroUsd }: typeof pack,
  paidCents = amountCents,
  microUsd = creditMicroUsd,
) => ({ kind: 'credit', credit: { organizationId, priceId, paidCents, microUsd } });

describe('what is credited', () => {
  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
    'a pack, under its payment intent, by %s',
    (type) => {
      expect(read(session(bought, {}, type))).toEqual({
        kind: 'payment',
        paymentId: 'pi_1',
        happening: credit(pack),
      });
    },
  );

  test('a period of a subscription, the first as any other, under its invoice', () => {
    const expected = { kind: 'payment', paymentId: 'in_1', happening: credit(plan) };
    expect(read(invoicePaid(subscribed))).toEqual(expected);
  });

  test.each([
    ['half of it', 350, 5_000_000],
    ['a part that does not divide evenly', 333, 4_757_142],
    ['a cent', 1, 14_285],
    ['tax on top', 840, 10_000_000],
  ])(
    'of an invoice of which %s was paid, in proportion, and no more than the product gives',
    (_, paid, micro) => {
      expect(read(invoicePaid(subscribed, { amount_paid: paid }))).toMatchObject({
        happening: credit(plan, paid, micro),
      });
    },
  );

  test('a checkout with a coupon, in proportion too', () => {
    const paid = { amount_subtotal: null, amount_total: 1 };
    expect(read(session(bought, paid))).toMatchObject({ happening: credit(pack, 1, 11_505) });
    expect(read(session(bought, { amount_total: 1_000 }))).toMatchObject({
      happening: credit(pack, 1_000, 11_505_752),
    });
  });

  test('what the price list says, also when tax was paid on top', () => {
    expect(read(session(bought, { amount_total: 2_379 }))).toMatchObject({ happening: credit(pack, 2_379) });
  });

  test('a payment of which the provider tells less than Stripe does, under its session', () => {
    const less = { payment_intent: undefined, amount_subtotal: undefined, amount_total: undefined };
    expect(read(session(bought, less))).toMatchObject({ paymentId: 'cs_1', happening: credit(pack) });
  });

  test('a payment whose intent was sent along whole', () => {
    expect(read(session(bought, { payment_intent: { id: 'pi_9' } }))).toMatchObject({ paymentId: 'pi_9' });
  });
});

describe('what is answered, noted and not credited', () => {
  test.each<[string, ProviderEvent, string]>([
    ['a checkout that is not paid yet', session(bought, { payment_status: 'unpaid' }), 'unpaid'],
    ['a trial', session(subscribed, { payment_status: 'no_payment_required' }), 'unpaid'],
    ['what somebody else sold', session(bought, { metadata: {} }), 'not_ours'],
    ['what was sold without metadata', session(bought, { metadata: null }), 'not_ours'],
    [
      'a price that is not on the list',
      session(bought, { metadata: { organization_id: organizationId, price_id: 'price_x' } }),
      'unknown_price',
    ],
    [
      'a subscription under the price of a pack',
      session(bought, { mode: 'subscription', invoice: 'in_1' }),
      'unknown_price',
    ],
    ['a price that is another at the provider', session(bought, { amount_subtotal: 1 }), 'other_amount'],
    ['another currency', session(bought, { currency: 'jpy' }), 'other_amount'],
    [
      'a subscription whose invoice is yet to come',
      session(subscribed, { invoice: null }),
      'told_by_invoice',
    ],
    // By the order of the two it would be credited otherwise: only the invoice says what was paid of it.
    ['a subscription whose invoice is there', session(subscribed), 'told_by_invoice'],
    [
      'an invoice that a coupon or the balance of the customer covered',
      invoicePaid(subscribed, { amount_paid: 0 }),
      'unpaid',
    ],
    ['a checkout that a coupon covered', session(bought, { amount_total: 0 }), 'unpaid'],
    ['an invoice of somebody else', invoicePaid(subscribed, { parent: null }), 'not_ours'],
    ['an invoice without our product', invoicePaid(subscribed, { lines: { data: [] } }), 'unknown_price'],
    ['an invoice in another currency', invoicePaid(subscribed, { currency: 'eur' }), 'unknown_price'],
    [
      'an invoice of a part of a period',
      invoicePaid(subscribed, {
        lines: { data: [{ amount: 350, pricing: { price_details: { price: plan.priceId } } }] },
      }),
      'unknown_price',
    ],
    [
      'an inquiry of a bank',
      dispute('created', 'pi_1', { amount: 1, status: 'warning_needs_response' }),
      'inquiry',
    ],
    ['an event nobody asked for', { type: 'customer.created', data: { object: {} } }, 'unknown_type'],
  ])('%s', (_, event, reason) => {
    const kind = ['unknown_price', 'other_amount'].includes(reason) ? 'uncredited' : 'ignored';
    expect(read(event)).toEqual({ kind, reason });
  });
});

describe('what is taken back', () => {
  test('refunds, by what the charge has lost so far', () => {
    expect(read(refunded('pi_1', 250))).toEqual({
      kind: 'reversal',
      paymentIntentId: 'pi_1',
      happening: { kind: 'refund', chargeId: 'ch_pi_1', refundedCents: 250 },
    });
  });

  test.each([
    ['created', 'needs_response', false],
    ['funds_withdrawn', 'under_review', false],
    ['funds_withdrawn', 'warning_under_review', false],
    ['closed', 'lost', false],
    ['closed', 'won', true],
    ['funds_reinstated', 'won', true],
  ] as const)('a dispute that is %s as %s', (kind, status, isReinstated) => {
    expect(read(dispute(kind, 'pi_1', { amount: 700, status }))).toMatchObject({
      happening: { kind: 'dispute', disputeId: 'dp_pi_1', cents: 700, isReinstated },
    });
  });
});

test('an event that is not as Stripe describes it is not guessed at', () => {
  expect(() => read({ type: 'charge.refunded', data: { object: { id: 'ch_1' } } })).toThrow(
    'amount_refunded',
  );
});
