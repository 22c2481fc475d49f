import { beforeEach, expect, test } from 'vitest';
import type { BuyTopUpsDeps } from '#lib/domain/billing/buy-top-ups.ts';
import { spentKey } from '#lib/domain/billing/keys.ts';
import { stopTopUp } from '#lib/domain/billing/top-up.ts';
import { aboutOrganization } from '../../support/console-ask.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../support/function-world.ts';
import { pack, products } from '../../support/stripe-events.ts';
import { aBank, cardAfter, paid, topUpsIn } from '../../support/top-ups.ts';

let world: FunctionWorld;
let customer: Customer;
beforeEach(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});

const { order, read, sweep } = topUpsIn(() => ({ world, customer }));

test.each<[string, () => Promise<unknown>]>([
  ['stopped', () => stopTopUp(world.table, customer.organizationId, 'returned')],
  ['ended', () => order(null)],
])('nothing is bought for an order that is %s while it is looked at', async (_, happens) => {
  await order('15');
  const bank = aBank();
  await sweep({ ...bank, cardOf: cardAfter(happens) });
  expect(bank.charges).toEqual([]);
});

test('a sweep that is overtaken by another one does not repeat its purchase', async () => {
  await order('15');
  const bank = aBank();
  await sweep({ ...bank, cardOf: cardAfter(() => sweep(bank)) });
  expect(bank.charges).toHaveLength(1);
  expect((await read()).balance_usd).toBe('33.000000');
});

test('a slow sweep does not take the next purchase, whose outcome is unknown, for its own', async () => {
  await order('15');
  const bank = aBank(({ metadata }) => paid(`pi_${metadata['top_up']}`));
  const key = spentKey(customer.organizationId, 'ofq_1');
  const slow: BuyTopUpsDeps['chargeCard'] = async (charge) => {
    await sweep(bank);
    await world.table.update({ key, set: 'ADD spentMicroUsd :some', values: { ':some': 25_000_000 } });
    await sweep({ chargeCard: () => Promise.reject(new Error('No answer.')) });
    return bank.chargeCard(charge);
  };
  await sweep({ chargeCard: slow });
  await sweep(bank);
  expect(bank.charges.map(({ metadata }) => metadata['top_up'])).toEqual(['1', '1', '2']);
  expect((await read()).balance_usd).toBe('31.000000');
});

const other = { ...pack, priceId: 'price_other', amountCents: 500 };

test.each([
  ['another pack', { price_id: other.priceId, below_usd: '15' }],
  ['a lower amount', { price_id: pack.priceId, below_usd: '11' }],
])(
  'an order that is changed to %s while it is looked at buys nothing on its old terms',
  async (_, changed) => {
    await order('15');
    const bank = aBank();
    const packs = [...products, other];
    const cardOf = cardAfter(async () => {
      const route = 'PATCH /api/platform/v1/organizations/{organization_id}/billing/auto-top-up';
      const ask = { ...aboutOrganization(customer), body: { auto_top_up: changed } };
      expect((await world.callWith({ products: packs })(route, ask)).status).toBe(200);
    });
    await sweep({ ...bank, products: packs, cardOf });
    expect(bank.charges).toEqual([]);
    await sweep({ ...bank, products: packs });
    const [charge] = bank.charges;
    expect(charge?.metadata['price_id']).toBe(changed.price_id);
  },
);
