import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutOrder } from '#lib/domain/billing/create-checkout.ts';
import { ourMetadata } from '#lib/domain/billing/payment-event.ts';
import { eventVerifier, openStripe } from '#lib/domain/billing/stripe.ts';
import { log } from '#lib/platform/log.ts';
import { fakeStripe } from '../../../support/fake-stripe.ts';
import { pack, plan, session, signed } from '../../../support/stripe-events.ts';

const stripe = await fakeStripe();
afterAll(() => stripe.stop());
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  stripe.requests.length = 0;
});

const open = () => openStripe('sk_test_1', { STRIPE_API_URL: stripe.url });
const order = (fields: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  product: pack,
  organizationId: 'org_a',
  customerId: 'cus_1',
  metadata: ourMetadata('org_a', pack.priceId),
  successUrl: 'https://console.example/yes',
  cancelUrl: 'https://console.example/no',
  idempotencyKey: undefined,
  ...fields,
});

describe('checkouts', () => {
  test("a pack's checkout carries buyer and product, also on the payment", async () => {
    const { openCheckout } = open();
    expect(await openCheckout(order())).toMatchObject({
      value: { url: expect.stringContaining('checkout.example') },
    });
    expect(stripe.requests).toMatchObject([
      { path: '/v1/checkout/sessions', headers: { 'stripe-version': '2026-10-28.endive' } },
    ]);
    expect(stripe.requests[0]?.fields).toEqual({
      mode: 'payment',
      currency: 'usd',
      'adaptive_pricing[enabled]': 'false',
      'line_items[0][price]': 'price_pack',
      'line_items[0][quantity]': '1',
      client_reference_id: 'org_a',
      customer: 'cus_1',
      'metadata[organization_id]': 'org_a',
      'metadata[price_id]': 'price_pack',
      'payment_intent_data[metadata][organization_id]': 'org_a',
      'payment_intent_data[metadata][price_id]': 'price_pack',
      'payment_intent_data[setup_future_usage]': 'off_session',
      success_url: 'https://console.example/yes',
      cancel_url: 'https://console.example/no',
    });
  });

  test("a subscription's checkout carries buyer and product on the subscription, so that renewals repeat them", async () => {
    await open().openCheckout(order({ product: plan, metadata: ourMetadata('org_a', plan.priceId) }));
    expect(stripe.requests[0]?.fields).toMatchObject({
      mode: 'subscription',
      'subscription_data[metadata][organization_id]': 'org_a',
      'subscription_data[metadata][price_id]': 'price_plan',
    });
  });

  test('a checkout replayed under the same idempotency key returns the same page, marked as replayed', async () => {
    const { openCheckout } = open();
    const first = await openCheckout(order({ idempotencyKey: 'key-1' }));
    expect(first?.replayed).toBe(false);
    expect(await openCheckout(order({ idempotencyKey: 'key-1' }))).toEqual({ ...first, replayed: true });
  });

  test('another product under the same idempotency key is refused', async () => {
    const { openCheckout } = open();
    await openCheckout(order({ idempotencyKey: 'key-2' }));
    await expect(openCheckout(order({ idempotencyKey: 'key-2', product: plan }))).rejects.toMatchObject({
      type: 'idempotency_key_reused',
    });
  });

  test('a checkout is retried once when Stripe fails for a moment', async () => {
    stripe.fail(1);
    await open().openCheckout(order());
    expect(stripe.requests).toHaveLength(2);
    expect(stripe.requests[0]?.headers['idempotency-key']).toBe(
      stripe.requests[1]?.headers['idempotency-key'],
    );
  });

  test.each([
    ['Stripe is down', 503],
    ['another request uses its key', 409],
  ])('a checkout gets 503 with Retry-After while %s', async (_, status) => {
    stripe.fail(2, status);
    await expect(open().openCheckout(order())).rejects.toMatchObject({
      type: 'service_unavailable',
      headers: { 'retry-after': '10' },
    });
  });

  test('a checkout gets 503 while Stripe is unreachable', async () => {
    const nowhere = openStripe('sk_test_1', { STRIPE_API_URL: 'http://127.0.0.1:1' });
    await expect(nowhere.openCheckout(order())).rejects.toMatchObject({ type: 'service_unavailable' });
  });

  test.each([
    ['unknown to Stripe', 'price_gone'],
    ['of another amount there', 'price_dearer'],
    ['in another currency there', 'price_euro'],
  ])('nobody is asked to pay a price that is %s, and the log says why', async (_, priceId) => {
    const errors = vi.spyOn(log, 'error');
    const wrong = open().openCheckout(order({ product: { ...pack, priceId } }));
    await expect(wrong).rejects.toMatchObject({ type: 'capability_unavailable' });
    expect(errors.mock.calls).toEqual([
      ['payment.provider_failed', expect.any(Error), { price_id: priceId }],
    ]);
  });
});

test('a customer that Stripe does not know any more has no checkout, portal, subscription, card and open page', async () => {
  const { openCheckout, openPortal, subscriptionsOf, cardOf, expireCheckoutsOf } = open();
  expect(await openCheckout(order({ customerId: 'cus_gone' }))).toBeUndefined();
  expect(await openPortal('cus_gone', 'https://console.example/')).toBeUndefined();
  expect(await subscriptionsOf('cus_gone')).toEqual([]);
  expect(await cardOf('cus_gone')).toBeUndefined();
  await expireCheckoutsOf('cus_gone');
});

test('a customer that Stripe does not know any more is replaced by another one, which is created once', async () => {
  const { createCustomer } = open();
  await createCustomer('org_a');
  for (let times = 0; times < 2; times += 1) await createCustomer('org_a', 'cus_gone');
  const [first, second, third] = stripe.requests.map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(third);
  expect(second).not.toBe(first);
});

describe('closing checkout pages', () => {
  test('all open checkout pages of a customer are closed; one that was paid meanwhile stays as it is', async () => {
    await open().expireCheckoutsOf('cus_1');
    expect(stripe.requests[0]?.fields).toMatchObject({ customer: 'cus_1', status: 'open' });
    expect(stripe.requests.flatMap(({ method, path }) => (method === 'POST' ? [path] : []))).toEqual([
      '/v1/checkout/sessions/cs_open/expire',
      '/v1/checkout/sessions/cs_paid/expire',
    ]);
  });

  test('a checkout page that is being paid at this moment cannot be closed', async () => {
    await expect(open().expireCheckoutsOf('cus_2')).rejects.toMatchObject({ type: 'invalid_state' });
  });

  test('closing checkout pages gets 503 while Stripe is down', async () => {
    stripe.fail(2);
    await expect(open().expireCheckoutsOf('cus_1')).rejects.toMatchObject({ type: 'service_unavailable' });
  });
});

test('the invoice of a payment is looked up at Stripe', async () => {
  const { invoiceOf } = open();
  expect(await invoiceOf('pi_plan')).toBe('in_1');
  expect(await invoiceOf('pi_pack')).toBeUndefined();
});

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_1', false],
  ['rk_test_1', false],
])('the key %s takes real money: %s', async (key, isLive) => {
  expect(await openStripe(key, {}).isLive()).toBe(isLive);
});

describe('invalid configuration', () => {
  test.each(['', 'xK3m random as CDK made it', 'pk_test_1'])(
    'a function does not start with the API key "%s"',
    (key) => {
      expect(() => openStripe(key, {})).toThrow('is missing from its secret');
    },
  );

  test.each(['', 'random'])('a function does not start with the signing secret "%s"', (secret) => {
    expect(() => eventVerifier(secret)).toThrow('is missing from its secret');
  });

  test('a function on AWS does not start with another address for Stripe', () => {
    const variables = { STRIPE_API_URL: 'http://127.0.0.1:1', AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001' };
    expect(() => openStripe('sk_test_1', variables)).toThrow('STRIPE_API_URL is for the laptop');
  });
});

describe('event signatures', () => {
  const isSigned = eventVerifier('whsec_ours');
  const event = session({ organizationId: 'org_a', product: pack });
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);

  test('an event signed by Stripe is accepted', () => {
    const { payload, header } = signed(event, 'whsec_ours');
    expect(isSigned(Buffer.from(payload), header)).toBe(true);
  });

  test('an event signed with both secrets during a rotation is accepted', () => {
    const { payload, header } = signed(event, 'whsec_ours');
    const [, other] = signed(event, 'whsec_old').header.split(',');
    expect(isSigned(Buffer.from(payload), `${header},${other}`)).toBe(true);
  });

  test.each([
    ['without a signature', () => ({ ...signed(event, 'whsec_ours'), header: undefined })],
    ['with an empty one', () => ({ ...signed(event, 'whsec_ours'), header: '' })],
    ['with one that is none', () => ({ ...signed(event, 'whsec_ours'), header: 't=1,v1=zz,v0=' })],
    [
      'with a scheme that proves nothing',
      () => {
        const { payload, header } = signed(event, 'whsec_ours');
        return { payload, header: header.replace('v1=', 'v0=') };
      },
    ],
    ['of another account', () => signed(event, 'whsec_theirs')],
    ['that is six minutes old', () => signed(event, 'whsec_ours', minutes(-6))],
    [
      'in which one byte is another',
      () => {
        const { payload, header } = signed(event, 'whsec_ours');
        return { payload: payload.replace('org_a', 'org_b'), header };
      },
    ],
    [
      'that was parsed and written again',
      () => {
        const { payload, header } = signed(event, 'whsec_ours');
        return { payload: JSON.stringify(JSON.parse(payload), null, 1), header };
      },
    ],
  ])('an event %s is refused', (_, forge) => {
    const { payload, header } = forge();
    expect(isSigned(Buffer.from(payload), header)).toBe(false);
  });
});
