import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStripe } from '#lib/domain/billing/stripe.ts';
import { fakeStripe } from '../../../support/fake-stripe.ts';

const stripe = await fakeStripe();
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.requests.length = 0;
});

const open = () => openStripe('sk_test_1', { STRIPE_API_URL: stripe.url });

describe('what an organization bought', () => {
  test('a customer carries its organization, and is created once however often it is asked for', async () => {
    const { createCustomer } = open();
    expect(await createCustomer('org_a')).toBe(await createCustomer('org_a'));
    const [first, second] = stripe.requests;
    expect(first?.fields).toEqual({ 'metadata[organization_id]': 'org_a' });
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  });

  test('the portal of a customer leads back', async () => {
    expect(await open().openPortal('cus_1', 'https://console.example/')).toBe('https://portal.example/cus_1');
    expect(stripe.requests[0]?.fields).toEqual({ customer: 'cus_1', return_url: 'https://console.example/' });
  });

  test('a portal that the operator has not set up is unavailable', async () => {
    await expect(open().openPortal('cus_none', 'https://console.example/')).rejects.toMatchObject({
      type: 'capability_unavailable',
    });
  });

  test('a portal that Stripe refuses for another reason is an internal error', async () => {
    await expect(open().openPortal('cus_odd', 'https://console.example/')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
    });
  });

  test('a subscription says until when it is paid and whether it ends then', async () => {
    const [first, ...more] = await open().subscriptionsOf('cus_1');
    expect(more).toMatchObject([
      { id: 'sub_renewing', isCanceled: false },
      { id: 'sub_dated', isCanceled: true },
    ]);
    expect([first]).toEqual([
      {
        id: 'sub_1',
        priceId: 'price_plan',
        status: 'active',
        isCanceled: true,
        periodEndsAt: '2026-12-20T10:00:00.000Z',
      },
    ]);
  });

  test('a subscription that ended because its first payment was never made is not listed', async () => {
    const found = await open().subscriptionsOf('cus_1');
    expect(found.map(({ id }) => id)).not.toContain('sub_unpaid');
  });

  test.each([
    ['a payment', 'pi_1', 'https://receipt.example/pi_1'],
    ['an invoice', 'in_1', 'https://invoice.example/in_1'],
    ['a checkout without payment', 'cs_1', undefined],
  ])('the receipt of %s is where Stripe shows it', async (_, id, url) => {
    expect(await open().receiptOf(id)).toBe(url);
  });
});
