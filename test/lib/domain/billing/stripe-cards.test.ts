import { afterAll, describe, expect, test } from 'vitest';
import type { CardCharge } from '#lib/domain/billing/charge-attempt.ts';
import { ourMetadata } from '#lib/domain/billing/payment-event.ts';
import { openStripe } from '#lib/domain/billing/stripe.ts';
import { fakeStripe } from '../../../support/fake-stripe.ts';

const stripe = await fakeStripe();
afterAll(() => stripe.stop());

const open = () => openStripe('sk_test_1', { STRIPE_API_URL: stripe.url });
const charge = (cardId: string): CardCharge => ({
  customerId: 'cus_1',
  cardId,
  cents: 1_999,
  idempotencyKey: `top_${cardId}`,
  metadata: ourMetadata('org_a', 'price_pack'),
});

const paid = { kind: 'paid', paymentId: expect.stringMatching(/^pi_paid/) };
const lost = { kind: 'paid', paymentId: expect.stringMatching(/^pi_lost/) };

test('the card of a customer is the default one, or else the one saved last', async () => {
  const { cardOf } = open();
  expect(await cardOf('cus_1')).toEqual({ id: 'pm_new', brand: 'visa', last4: '4242' });
  expect(await cardOf('cus_2')).toEqual({ id: 'pm_default', brand: 'amex', last4: '0005' });
});

test.each([
  ['pays by something else', 'cus_link', 'pm_new'],
  ['was deleted', 'cus_deleted', undefined],
  ['is gone', 'cus_gone', undefined],
])('a customer that %s has its saved card, if any', async (_, customerId, id) => {
  expect((await open().cardOf(customerId))?.id).toBe(id);
});

test('a payment by a saved card is made at once, without its owner, under the key of the attempt', async () => {
  const outcome = await open().chargeCard(charge('pm_new'));
  expect(outcome).toEqual(paid);
  expect(stripe.requests.at(-1)).toMatchObject({
    path: '/v1/payment_intents',
    headers: { 'idempotency-key': 'top_pm_new' },
    fields: {
      amount: '1999',
      currency: 'usd',
      customer: 'cus_1',
      payment_method: 'pm_new',
      off_session: 'true',
      confirm: 'true',
      'allowed_payment_method_types[0]': 'card',
      'metadata[organization_id]': 'org_a',
    },
  });
});

test.each([
  ['pm_declined', 'declined'],
  ['pm_3ds', 'authentication_required'],
  ['pm_asks', 'authentication_required'],
  ['pm_gone', 'declined'],
  ['pm_canceled', 'declined'],
])('a payment with %s is refused as %s', async (cardId, reason) => {
  expect(await open().chargeCard(charge(cardId))).toEqual({ kind: 'refused', reason });
});

test.each(['pm_slow', 'pm_open'])('a payment with %s that is settled later is under way', async (cardId) => {
  expect(await open().chargeCard(charge(cardId))).toEqual({ kind: 'under_way' });
});

test.each(['pm_busy', 'pm_lost'])(
  'a payment with %s rejects, because its outcome is not known',
  async (cardId) => {
    await expect(open().chargeCard(charge(cardId))).rejects.toThrow('does not respond');
  },
);

describe('what was charged for an attempt', () => {
  const find = (number: number, customerId = 'cus_2', organizationId = 'org_a') =>
    open().findCharge({ customerId, organizationId, number, begunAt: new Date().toISOString() });
  let number = 0;
  const pay = async (cardId: string, attempt: number): Promise<void> => {
    const { metadata, ...rest } = charge(cardId);
    number += 1;
    const key = { customerId: 'cus_2', idempotencyKey: `top_found_${number}` };
    const sent = { ...rest, ...key, metadata: { ...metadata, top_up: String(attempt) } };
    await open()
      .chargeCard(sent)
      .catch(() => undefined);
  };

  test.each<[string, number, object]>([
    ['pm_lost', 1, lost],
    ['pm_slow', 2, { kind: 'under_way' }],
    ['pm_declined', 3, { kind: 'refused', reason: 'declined' }],
    ['pm_3ds', 4, { kind: 'refused', reason: 'authentication_required' }],
  ])('an attempt to pay by %s is found by its number', async (cardId, attempt, outcome) => {
    await pay(cardId, attempt);
    expect(await find(attempt)).toEqual(outcome);
    expect(await find(attempt, 'cus_2', 'org_b')).toBeUndefined();
  });

  test('what was charged for an attempt is the payment, if another one was refused', async () => {
    for (const cardId of ['pm_declined', 'pm_new']) await pay(cardId, 5);
    expect(await find(5)).toEqual(paid);
  });

  test('a charge is found behind more payments of its customer than one page of Stripe has', async () => {
    await pay('pm_lost', 7);
    for (let more = 0; more < 100; more += 1) await pay('pm_new', 8);
    expect(await find(7)).toEqual(lost);
  });

  test('nothing is found for an attempt without payment, and for a customer that is gone', async () => {
    expect(await find(6)).toBeUndefined();
    expect(await find(6, 'cus_gone')).toBeUndefined();
  });
});

test('an outage rejects, so that the payment is repeated', async () => {
  stripe.fail(2);
  await expect(open().chargeCard(charge('pm_new'))).rejects.toThrow('does not respond');
});
