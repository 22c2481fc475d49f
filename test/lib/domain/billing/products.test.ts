import { describe, expect, test } from 'vitest';
import { Products, productView } from '#lib/domain/billing/products.ts';

const product = {
  price_id: 'price_1',
  kind: 'credit_pack',
  name: 'Credit',
  amount_usd: '19.99',
  credit_usd: 25,
};

test('a price list is read alike as JSON text and as what it means, and as the functions are told it', () => {
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

describe('refused', () => {
  test.each<[string, unknown]>([
    ['what is no JSON', '[{'],
    ['a list that is none', '{}'],
    ['a kind nobody knows', [{ ...product, kind: 'gift' }]],
    ['an amount of nothing', [{ ...product, amount_usd: '0' }]],
    ['an amount below zero', [{ ...product, amount_usd: '-1' }]],
    ['a part of a cent', [{ ...product, credit_usd: '0.005' }]],
    ['a number in another notation', [{ ...product, amount_usd: '1e3' }]],
    ['an id that is none', [{ ...product, price_id: 'price 1' }]],
    ['a field nobody knows', [{ ...product, currency: 'eur' }]],
    ['a product without a name', [{ ...product, name: '' }]],
    ['two products of one price', [product, { ...product, name: 'Other' }]],
    [
      'more than the environment of a function holds',
      Array.from({ length: 16 }, (_, at) => ({ ...product, price_id: `p${at}` })),
    ],
  ])('%s', (_, list) => {
    expect(Products.safeParse(list).success).toBe(false);
  });
});
