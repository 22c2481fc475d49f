import { describe, expect, test } from 'vitest';
import { type CheckoutOrder, createCheckout, NewCheckout } from '#lib/domain/billing/create-checkout.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { pack, products } from '../../../support/stripe-events.ts';

const retired = { ...pack, priceId: 'price_retired', isSold: false };

const counter = () => {
  const orders: CheckoutOrder[] = [];
  const gone = new Set<string>();
  const openCheckout = async (order: CheckoutOrder) => {
    orders.push(order);
    if (gone.has(order.customerId)) return undefined;
    return { value: { id: 'cs_1', url: 'https://checkout.example/cs_1' }, replayed: false };
  };
  const customers: string[] = [];
  const createCustomer = async (organizationId: string) => {
    customers.push(organizationId);
    return `cus_${customers.length}`;
  };
  const { table } = memoryTable();
  const order = (
    body: object,
    { organizationId = 'org_a', key }: { organizationId?: string; key?: string } = {},
  ) =>
    createCheckout(
      {
        table,
        products: [...products, retired],
        openCheckout,
        createCustomer,
        consoleOrigin: 'https://console.example',
      },
      { organizationId },
      { body: NewCheckout.parse(body), route: 'POST /checkout', idempotencyKey: key },
    );
  return { orders, order, customers, gone };
};
const good = { kind: 'credit_pack', price_id: pack.priceId };

test('a checkout orders a listed product for the organization and returns to the console', async () => {
  const { orders, order } = counter();
  expect(await order(good)).toEqual({
    value: { checkout_session_id: 'cs_1', url: 'https://checkout.example/cs_1' },
    replayed: false,
  });
  expect(orders).toEqual([
    {
      product: pack,
      organizationId: 'org_a',
      customerId: 'cus_1',
      metadata: { organization_id: 'org_a', price_id: pack.priceId },
      successUrl: 'https://console.example/?checkout=completed#/organizations/org_a/billing',
      cancelUrl: 'https://console.example/?checkout=canceled#/organizations/org_a/billing',
      idempotencyKey: undefined,
    },
  ]);
});

test('all that an organization buys belongs to one customer, also when two checkouts race', async () => {
  const { orders, order, customers } = counter();
  await Promise.all([order(good), order(good)]);
  await order(good);
  await order(good, { organizationId: 'org_b' });
  const [first, second, third, ofOther] = orders.map(({ customerId }) => customerId);
  expect(new Set([first, second, third]).size).toBe(1);
  expect(ofOther).not.toBe(first);
  expect(customers.filter((id) => id === 'org_b')).toHaveLength(1);
});

test('an organization whose customer is gone at the provider buys as another one from then on', async () => {
  const { orders, order, gone } = counter();
  await order(good, { key: 'idempotency-key-1' });
  gone.add('cus_1');
  await order(good, { key: 'idempotency-key-1' });
  await order(good);
  expect(orders.map(({ customerId }) => customerId)).toEqual(['cus_1', 'cus_1', 'cus_2', 'cus_2']);
  // The provider may still return the refusal of the first order for its key.
  expect(orders[2]?.idempotencyKey).not.toBe(orders[1]?.idempotencyKey);
});

test('two checkouts that race replace a customer that is gone by the same one', async () => {
  const { orders, order, gone } = counter();
  await order(good);
  gone.add('cus_1');
  await Promise.all([order(good), order(good)]);
  await order(good);
  const created = orders.map(({ customerId }) => customerId).filter((id) => !gone.has(id));
  expect([created.length, new Set(created).size]).toEqual([3, 1]);
});

describe('invalid orders', () => {
  test.each([
    ['an unlisted price', { ...good, price_id: 'price_mine' }],
    ['a price of another kind', { ...good, kind: 'subscription' }],
    ['a price that is sold no more', { ...good, price_id: 'price_retired' }],
    ['the name of a property of every object', { ...good, price_id: '__proto__' }],
  ])('an order with %s is refused', async (_, body) => {
    const { orders, order } = counter();
    await expect(order(body)).rejects.toMatchObject({
      type: 'invalid_request',
      details: { fields: [{ path: 'price_id', rule: 'unknown' }] },
    });
    expect(orders).toEqual([]);
  });
});

test('the idempotency key is the same for the same request of one organization, and different for any other', async () => {
  const { orders, order } = counter();
  const key = 'idempotency-key-1';
  await order(good, { key });
  await order(good, { key });
  await order(good, { key, organizationId: 'org_b' });
  await order(good, { key: 'idempotency-key-2' });
  const keys = orders.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

test('without a payment provider nothing can be ordered', async () => {
  const deps = {
    table: memoryTable().table,
    products: [],
    openCheckout: undefined,
    createCustomer: undefined,
    consoleOrigin: 'https://console.example',
  };
  const input = { body: NewCheckout.parse(good), route: 'POST /checkout', idempotencyKey: undefined };
  await expect(createCheckout(deps, { organizationId: 'org_a' }, input)).rejects.toMatchObject({
    type: 'capability_unavailable',
  });
});
