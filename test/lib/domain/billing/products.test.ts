import { describe, expect, test } from 'vitest';
import { Products, productView } from '#lib/domain/billing/products.ts';

const product = {
  price_id: 'price_1',
  kind: 'credit_pack',
  name: 'Credit',
  amount_usd: '19.99',
  credit_usd: 25,
};

test("a price list parses the same from JSON text, from values and from the function's configuration", () => {
  const list = Products.parse([product]);
  expect(list).toEqual([
    {
      priceId: 'price_1',
      kind: 'credit_pack',
      name: 'Credit',
      amountCents: 1_999,
      creditMicroUsd: 25_000_000,
    },
  ]);
  expect(Products.parse(JSON.stringify([product]))).toEqual(list);
  expect(Products.parse(JSON.stringify(list.map(productView)))).toEqual(list);
});

test('a product that is sold no more is still in the price list', () => {
  const [retired] = Products.parse([{ ...product, sold: false }]);
  expect(retired).toMatchObject({ priceId: 'price_1', isSold: false });
  expect(Products.parse(JSON.stringify([retired].flatMap((one) => (one ? [productView(one)] : []))))).toEqual(
    [retired],
  );
  expect(Products.parse([{ ...product, sold: true }])).toEqual(Products.parse([product]));
});

const listOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({
    ...product,
    price_id: `price_1OabcdefghijklmnopqrsT${at}`,
    name,
  }));

test('a price list may have fifteen products with names of 40 letters', () => {
  expect(Products.parse(listOf(15, 'x'.repeat(40)))).toHaveLength(15);
});

describe('invalid price lists', () => {
  test.each<[string, unknown]>([
    ['invalid JSON', '[{'],
    ['an object instead of a list', '{}'],
    ['an unknown kind', [{ ...product, kind: 'gift' }]],
    ['an amount of zero', [{ ...product, amount_usd: '0' }]],
    ['an amount below zero', [{ ...product, amount_usd: '-1' }]],
    ['a fraction of a cent', [{ ...product, credit_usd: '0.005' }]],
    ['a number in another notation', [{ ...product, amount_usd: '1e3' }]],
    ['an invalid id', [{ ...product, price_id: 'price 1' }]],
    ['an unknown field', [{ ...product, currency: 'eur' }]],
    ['a product without a name', [{ ...product, name: '' }]],
    ['two products with the same price id', [product, { ...product, name: 'Other' }]],
    ['more than the environment of a function holds', listOf(15, '音'.repeat(40))],
  ])('a price list with %s is refused', (_, list) => {
    expect(Products.safeParse(list).success).toBe(false);
  });
});
