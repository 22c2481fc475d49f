import { describe, expect, test } from 'vitest';
import { ourMetadata, parseEvent, type ProviderEvent } from '#lib/domain/billing/payment-event.ts';
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

describe('credited events', () => {
  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
    'a pack is credited under its payment intent, by %s',
    (type) => {
      expect(read(session(bought, {}, type))).toEqual({
        kind: 'payment',
        paymentId: 'pi_1',
        change: credit(pack),
      });
    },
  );

  test('a period of a subscription, the first as any other, is credited under its invoice', () => {
    const expected = { kind: 'payment', paymentId: 'in_1', change: credit(plan) };
    expect(read(invoicePaid(subscribed))).toEqual(expected);
  });

  test.each([
    ['half of it', 350, 5_000_000],
    ['a part that does not divide evenly', 333, 4_757_142],
    ['a cent', 1, 14_285],
    ['tax on top', 840, 10_000_000],
  ])(
    "an invoice of which %s was paid is credited in proportion, and at most the product's credit",
    (_, paid, micro) => {
      expect(read(invoicePaid(subscribed, { amount_paid: paid }))).toMatchObject({
        change: credit(plan, paid, micro),
      });
    },
  );

  test('a product that is sold no more is credited, since subscriptions to it are renewed', () => {
    const retired = { ...plan, isSold: false };
    expect(parseEvent(invoicePaid(subscribed), [retired])).toMatchObject({ change: credit(plan) });
  });

  test('a checkout with a coupon is credited in proportion', () => {
    const paid = { amount_subtotal: null, amount_total: 1 };
    expect(read(session(bought, paid))).toMatchObject({ change: credit(pack, 1, 11_505) });
    expect(read(session(bought, { amount_total: 1_000 }))).toMatchObject({
      change: credit(pack, 1_000, 11_505_752),
    });
  });

  test('what the price list says is credited, also when tax was paid on top', () => {
    expect(read(session(bought, { amount_total: 2_379 }))).toMatchObject({ change: credit(pack, 2_379) });
  });

  test('a payment without an intent is credited under its session', () => {
    const less = { payment_intent: undefined, amount_subtotal: undefined, amount_total: undefined };
    expect(read(session(bought, less))).toMatchObject({ paymentId: 'cs_1', change: credit(pack) });
  });

  test('a pack is credited under its payment, also if Stripe wrote an invoice for it', () => {
    expect(read(session(bought, { invoice: 'in_9' }))).toMatchObject({
      paymentId: 'pi_1',
      change: credit(pack),
    });
  });

  test('a subscription of which only the checkout is known, as on a laptop, is credited by it', () => {
    expect(read(session(subscribed, { invoice: null, subscription: null }))).toMatchObject({
      paymentId: 'cs_1',
      change: credit(plan),
    });
  });

  test('an invoice with lines that have no price is credited for the product', () => {
    const line = { amount: plan.amountCents, pricing: { price_details: { price: plan.priceId } } };
    const others = [
      { amount: 5, pricing: null },
      { amount: 5, pricing: { price_details: null } },
    ];
    expect(read(invoicePaid(subscribed, { lines: { data: [...others, line] } }))).toMatchObject({
      change: credit(plan),
    });
  });

  test('a payment with an expanded intent is credited', () => {
    expect(read(session(bought, { payment_intent: { id: 'pi_9' } }))).toMatchObject({ paymentId: 'pi_9' });
  });
});

describe('events without credit', () => {
  test.each<[string, ProviderEvent, string]>([
    ['a checkout that is not paid yet', session(bought, { payment_status: 'unpaid' }), 'unpaid'],
    ['a trial', session(subscribed, { payment_status: 'no_payment_required' }), 'unpaid'],
    ['a sale of another application', session(bought, { metadata: {} }), 'not_ours'],
    [
      'a sale of another application that names organizations, too',
      session(bought, { metadata: { organization_id: organizationId } }),
      'not_ours',
    ],
    [
      'a sale of another application that names prices, too',
      session(bought, { metadata: { price_id: pack.priceId } }),
      'not_ours',
    ],
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
      'credited_by_invoice',
    ],
    // Crediting here would depend on the order of the two events. Only the invoice tells the paid amount.
    ['a subscription whose invoice is there', session(subscribed), 'credited_by_invoice'],
    [
      'an invoice that a coupon or the balance of the customer covered',
      invoicePaid(subscribed, { amount_paid: 0 }),
      'unpaid',
    ],
    ['a checkout that a coupon covered', session(bought, { amount_total: 0 }), 'unpaid'],
    ['an invoice of another application', invoicePaid(subscribed, { parent: null }), 'not_ours'],
    [
      'an invoice of another application that names organizations, too',
      invoicePaid(subscribed, {
        parent: { subscription_details: { metadata: { organization_id: organizationId } } },
        lines: { data: [] },
      }),
      'not_ours',
    ],
    [
      'an invoice of a quote',
      invoicePaid(subscribed, { parent: { type: 'quote_details', subscription_details: null } }),
      'not_ours',
    ],
    [
      'an invoice of a trial',
      invoicePaid(subscribed, { amount_paid: 0, lines: { data: [{ amount: 0, pricing: null }] } }),
      'unpaid',
    ],
    ['a refund of a payment without intent', refunded('pi_1', 1, { payment_intent: null }), 'not_ours'],
    ['an invoice without our product', invoicePaid(subscribed, { lines: { data: [] } }), 'unknown_price'],
    ['an invoice in another currency', invoicePaid(subscribed, { currency: 'eur' }), 'other_amount'],
    [
      'an invoice of a part of a period',
      invoicePaid(subscribed, {
        lines: { data: [{ amount: 350, pricing: { price_details: { price: plan.priceId } } }] },
      }),
      'other_amount',
    ],
    [
      'an inquiry of a bank',
      dispute('created', 'pi_1', { amount: 1, status: 'warning_needs_response' }),
      'inquiry',
    ],
    [
      'an inquiry that was prevented',
      dispute('closed', 'pi_1', { amount: 1, status: 'prevented' }),
      'inquiry',
    ],
    ['an unsubscribed event', { type: 'customer.created', data: { object: {} } }, 'unknown_type'],
  ])('%s is accepted without credit', (_, event, reason) => {
    const kind = ['unknown_price', 'other_amount'].includes(reason) ? 'uncredited' : 'ignored';
    expect(read(event)).toEqual({ kind, reason });
  });
});

describe('reversed payments', () => {
  test.each([
    ['created', 'pending', false],
    ['created', 'requires_action', false],
    ['updated', 'succeeded', false],
    ['updated', 'canceled', true],
    ['failed', 'failed', true],
  ] as const)('a refund that is %s as %s', (kind, status, isReversed) => {
    expect(read(refunded('pi_1', 250, { status }, kind))).toEqual({
      kind: 'reversal',
      paymentIntentId: 'pi_1',
      change: { kind: 'refund', id: 're_pi_1', cents: 250, isReversed, reportedAt: 0 },
    });
  });

  test.each([
    ['created', 'needs_response', false],
    ['funds_withdrawn', 'under_review', false],
    ['funds_withdrawn', 'warning_under_review', false],
    ['closed', 'lost', false],
    ['closed', 'won', true],
    // Some disputes that were won go on.
    ['funds_withdrawn', 'appeal_under_review', false],
    ['funds_reinstated', 'won', true],
    ['funds_reinstated', 'warning_closed', true],
    // Of a lost dispute, only what was refunded before comes back.
    ['funds_reinstated', 'lost', false],
  ] as const)('a dispute that is %s as %s', (kind, status, isReversed) => {
    expect(read(dispute(kind, 'pi_1', { amount: 700, status }, 1_797_760_800))).toMatchObject({
      change: { kind: 'dispute', id: 'dp_pi_1', cents: 700, isReversed, reportedAt: 1_797_760_800 },
    });
  });
});

test("an event that does not match Stripe's schema is rejected, not guessed at", () => {
  expect(() => read({ type: 'refund.created', data: { object: { id: 're_1' } } })).toThrow('amount');
});

describe('an invoice as Stripe sent it before 2025-03-31.basil is rejected instead of taken for one of another application', () => {
  const { parent, lines, ...rest } = invoicePaid(subscribed).data.object;
  const old = { subscription_details: { metadata: ourMetadata(organizationId, plan.priceId) } };
  const unpriced = { data: [{ amount: plan.amountCents, price: { id: plan.priceId } }] };

  test.each([
    ['its subscription', 'parent', { ...rest, ...old, lines }],
    ['the price of a line', 'pricing', { ...rest, parent, lines: unpriced }],
  ])(
    'an invoice of Stripe without %s where it is now is rejected, not taken for one of another application',
    (_, missing, object) => {
      expect(() => read({ type: 'invoice.paid', data: { object } })).toThrow(missing);
    },
  );
});
