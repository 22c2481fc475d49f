import { describe, expect, test } from 'vitest';
import { type CheckoutOrder, createCheckout, NewCheckout } from '#lib/domain/billing/create-checkout.ts';
import { pack, products } from '../../../support/stripe-events.ts';

const counter = () => {
  const orders: CheckoutOrder[] = [];
  const openCheckout = async (order: CheckoutOrder) => {
    orders.push(order);
    return { value: { id: 'cs_1', url: 'https://checkout.example/cs_1' }, replayed: false };
  };
  const ask = (
    body: object,
    { organizationId = 'org_a', key }: { organizationId?: string; key?: string } = {},
  ) =>
    createCheckout(
      { products, openCheckout, consoleOrigin: 'https://console.example' },
      { organizationId },
      { body: NewCheckout.parse(body), route: 'POST /checkout', idempotencyKey: key },
    );
  return { orders, ask };
};
const good = { kind: 'credit_pack', price_id: pack.priceId };

test('a product of the list is ordered for the organization, and leads back to the console', async () => {
  const { orders, ask } = counter();
  expect(await ask(good)).toEqual({
    value: { checkout_session_id: 'cs_1', url: 'https://checkout.example/cs_1' },
    replayed: false,
  });
  expect(orders).toEqual([
    {
      product: pack,
      organizationId: 'org_a',
      metadata: { organization_id: 'org_a', price_id: pack.priceId },
      successUrl: 'https://console.example/?checkout=completed#/organizations/org_a/billing',
      cancelUrl: 'https://console.example/?checkout=canceled#/organizations/org_a/billing',
      idempotencyKey: undefined,
    },
  ]);
});

describe('400, and the payment provider is not asked', () => {
  test.each([
    ['a price nobody lists', { ...good, price_id: 'price_mine' }],
    ['a price of another kind', { ...good, kind: 'subscription' }],
    ['the name of a property of every object', { ...good, price_id: '__proto__' }],
  ])('%s', async (_, body) => {
    const { orders, ask } = counter();
    await expect(ask(body)).rejects.toMatchObject({
      type: 'invalid_request',
      details: { fields: [{ path: 'price_id', rule: 'unknown' }] },
    });
    expect(orders).toEqual([]);
  });
});

test('a key is the same for the same request of one organization, and another for every other', async () => {
  const { orders, ask } = counter();
  const key = 'idempotency-key-1';
  await ask(good, { key });
  await ask(good, { key });
  await ask(good, { key, organizationId: 'org_b' });
  await ask(good, { key: 'idempotency-key-2' });
  const keys = orders.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

test('where nothing is sold, nothing can be bought', async () => {
  const deps = { products: [], openCheckout: undefined, consoleOrigin: 'https://console.example' };
  const input = { body: NewCheckout.parse(good), route: 'POST /checkout', idempotencyKey: undefined };
  await expect(createCheckout(deps, { organizationId: 'org_a' }, input)).rejects.toMatchObject({
    type: 'capability_unavailable',
  });
});
