import { afterAll, expect, test } from 'vitest';
import type { CardCharge } from '#lib/domain/billing/buy-top-ups.ts';
import { ourMetadata } from '#lib/domain/billing/payment-event.ts';
import { openStripe } from '#lib/domain/billing/stripe.ts';
import { fakeStripe } from '../../../support/fake-stripe.ts';

const stripe = await fakeStripe();
afterAll(() => stripe.stop());

const open = () => openStripe('sk_test_1', { STRIPE_API_URL: stripe.url });
const charge = (cardId: string): CardCharge => ({
  ...{ customerId: 'cus_1', cardId, cents: 1_999, idempotencyKey: 'top_1' },
  metadata: ourMetadata('org_a', 'price_pack'),
});

test('the card of a customer is the default one, or else the one saved last', async () => {
  const { cardOf } = open();
  expect(await cardOf('cus_1')).toEqual({ id: 'pm_new', brand: 'visa', last4: '4242' });
  expect(await cardOf('cus_2')).toEqual({ id: 'pm_default', brand: 'amex', last4: '0005' });
});

test('a payment by a saved card is made at once, without its owner, under the key of the attempt', async () => {
  const outcome = await open().chargeCard(charge('pm_new'));
  expect(outcome).toEqual({ kind: 'paid', paymentId: 'pi_paid' });
  expect(stripe.requests.at(-1)).toMatchObject({
    path: '/v1/payment_intents',
    headers: { 'idempotency-key': 'top_1' },
    fields: {
      ...{ amount: '1999', currency: 'usd', customer: 'cus_1', payment_method: 'pm_new' },
      ...{ off_session: 'true', confirm: 'true', 'payment_method_types[0]': 'card' },
      'metadata[organization_id]': 'org_a',
    },
  });
});

test.each([
  ['pm_declined', 'declined'],
  ['pm_3ds', 'authentication_required'],
  ['pm_gone', 'declined'],
])('a payment with %s is refused as %s', async (cardId, reason) => {
  expect(await open().chargeCard(charge(cardId))).toEqual({ kind: 'refused', reason });
});

test.each([
  ['pm_busy', 'In use.'],
  ['pm_slow', 'not settled'],
])('a payment with %s rejects, because its outcome is not known', async (cardId, why) => {
  await expect(open().chargeCard(charge(cardId))).rejects.toThrow(why);
});

test('an outage rejects, so that the payment is repeated', async () => {
  stripe.fail(2);
  await expect(open().chargeCard(charge('pm_new'))).rejects.toThrow('does not respond');
});
