import { beforeEach, expect, test } from 'vitest';
import type { BuyTopUpsDeps } from '#lib/domain/billing/buy-top-ups.ts';
import { receiveEvent } from '#lib/domain/billing/receive-event.ts';
import { topUpKey } from '#lib/domain/billing/keys.ts';
import { findTopUp, stopTopUp } from '#lib/domain/billing/top-up.ts';
import { hourMs } from '#lib/platform/durations.ts';
import { aboutOrganization } from '../../support/console-ask.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../support/function-world.ts';
import { pack, refunded } from '../../support/stripe-events.ts';
import { aBank, cardAfter, paid, topUpsIn } from '../../support/top-ups.ts';

let world: FunctionWorld;
let customer: Customer;
beforeEach(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});

const { order, read, sweep } = topUpsIn(() => ({ world, customer }));

test('a saved card buys the pack once when less than the ordered amount is free', async () => {
  await order('15');
  const bank = aBank();
  await sweep(bank);
  expect(bank.charges).toMatchObject([
    {
      customerId: `cus_${customer.organizationId}`,
      cardId: 'pm_1',
      cents: 1_999,
      metadata: { organization_id: customer.organizationId, price_id: 'price_pack' },
    },
  ]);
  const { balance_usd, entries } = await read();
  expect(balance_usd).toBe('33.000000');
  expect(entries.data[0]).toMatchObject({ kind: 'credit', amount_usd: '23.000000', paid_usd: '19.990000' });
  await sweep(bank);
  expect(bank.charges).toHaveLength(1);
});

test('an order shows the card that it used last', async () => {
  await order('15');
  const card = { id: 'pm_2', brand: 'amex', last4: '0005' };
  await sweep({ ...aBank(), cardOf: async () => card });
  expect((await read()).auto_top_up.card).toEqual({ brand: 'amex', last4: '0005' });
});

test('nothing is bought while enough is free, after the order has ended, or beyond the spend limit', async () => {
  const bank = aBank();
  await order('10');
  await sweep(bank);
  await order('15');
  await order(null);
  await sweep(bank);
  await order('15');
  const limit = { ...aboutOrganization(customer), body: { spend_limit_usd: '0' } };
  await world.call('PATCH /api/platform/v1/organizations/{organization_id}/billing', limit);
  await sweep(bank);
  expect(bank.charges).toEqual([]);
});

test('a purchase whose answer was lost is repeated under its key with the same values, and credited once', async () => {
  await order('15');
  const bank = aBank();
  const lost: BuyTopUpsDeps['chargeCard'] = async (charge) => {
    await bank.chargeCard(charge);
    throw new Error('The connection was closed.');
  };
  await sweep({ chargeCard: lost });
  expect((await read()).balance_usd).toBe('10.000000');
  await sweep({ ...bank, cardOf: async () => ({ id: 'pm_2', brand: 'visa', last4: '4242' }) });
  const [first, second] = bank.charges;
  expect(second).toEqual(first);
  expect((await read()).balance_usd).toBe('33.000000');
});

test('a purchase that could not be booked is booked later, and paid once', async () => {
  await order('15');
  let purchases = 0;
  const bank = aBank(() => {
    purchases += 1;
    return paid(`pi_${purchases}`);
  });
  const failing = { ...world.deps.payments, save: () => Promise.reject(new Error('No table.')) };
  await sweep({ ...bank, payments: failing });
  await sweep(bank);
  expect([purchases, (await read()).balance_usd]).toEqual([1, '33.000000']);
});

test('an order that ends while its purchase is unknown is still credited', async () => {
  await order('15');
  const bank = aBank();
  await sweep({ chargeCard: () => Promise.reject(new Error('No answer.')) });
  await order(null);
  await sweep(bank);
  expect((await read()).balance_usd).toBe('33.000000');
  await sweep(bank);
  expect(bank.charges).toHaveLength(1);
});

test.each<['declined' | 'authentication_required']>([['declined'], ['authentication_required']])(
  'a card that is refused as %s is not tried again until somebody orders it',
  async (reason) => {
    await order('15');
    const refusing = aBank(() => ({ kind: 'refused', reason }));
    await sweep(refusing);
    await sweep(refusing);
    expect(refusing.charges).toHaveLength(1);
    expect((await read()).auto_top_up).toMatchObject({ stopped: reason });
    await order('15');
    expect((await read()).auto_top_up).toMatchObject({ stopped: null });
    const bank = aBank();
    await sweep(bank);
    expect(bank.charges[0]?.idempotencyKey).not.toBe(refusing.charges[0]?.idempotencyKey);
    expect((await read()).balance_usd).toBe('33.000000');
  },
);

test.each([
  ['no_card', { cardOf: async () => undefined }],
  ['not_sold', { products: [] }],
  ['not_sold', { products: [{ ...pack, isSold: false }] }],
])('an order of top-ups stops as %s', async (why, deps) => {
  await order('15');
  await sweep({ ...aBank(), ...deps });
  expect((await read()).auto_top_up).toMatchObject({ stopped: why });
});

test('a purchase that stays unknown for half a day stops the order instead of risking a second one', async () => {
  await order('15');
  const bank = aBank(() => new Error('No answer.'));
  await sweep(bank);
  await sweep(bank, 13 * hourMs);
  expect(bank.charges).toHaveLength(1);
  // The console session of the person has expired by then, so this reads the table.
  expect(await findTopUp(world.table, customer.organizationId)).toMatchObject({ stopped: 'unconfirmed' });
});

test('money that was given back is not charged again', async () => {
  await order('15');
  const bank = aBank();
  await sweep(bank);
  await receiveEvent(world.deps, refunded('pi_1', 1_999));
  expect(await read()).toMatchObject({ balance_usd: '10.000000', auto_top_up: { stopped: 'returned' } });
  await sweep(bank);
  expect(bank.charges).toHaveLength(1);
});

test('an order that stops for two reasons shows the first', async () => {
  await order('15');
  for (const why of ['returned', 'declined'] as const)
    await stopTopUp(world.table, customer.organizationId, why);
  expect((await read()).auto_top_up).toMatchObject({ stopped: 'returned' });
});

const remove = async () => {
  const params = { project_id: customer.projectId };
  await world.call('DELETE /api/platform/v1/projects/{project_id}', { as: customer.person, params });
  return world.call('DELETE /api/platform/v1/organizations/{organization_id}', aboutOrganization(customer));
};

test.each<[string, string, () => Promise<unknown>]>([
  ['an order', 'a person', () => order(null)],
  ['a stopped order', 'a person', () => order(null)],
  ['an order', 'the deletion of its organization', remove],
  ['a stopped order', 'the deletion of its organization', remove],
])('the end of %s by %s buys nothing and makes its card forgotten', async (which, _, ends) => {
  await order('15');
  if (which === 'a stopped order')
    for (let minute = 0; minute < 2; minute += 1) await sweep({ ...aBank(), products: [] });
  const stored = () => world.table.get(topUpKey(customer.organizationId));
  expect(await stored()).toHaveProperty('card');
  await ends();
  const bank = aBank();
  await sweep(bank);
  expect(await stored()).not.toHaveProperty('card');
  expect(await stored()).not.toHaveProperty('due_at');
  expect(bank.charges).toEqual([]);
});

test('nothing is bought for an organization that is deleted while its order is looked at', async () => {
  await order('15');
  const bank = aBank();
  const cardOf = cardAfter(async () => expect((await remove()).status).toBe(204));
  await sweep({ ...bank, cardOf });
  await sweep(bank);
  expect(bank.charges).toEqual([]);
});

test('an organization is not deleted while the outcome of a purchase is unknown', async () => {
  await order('15');
  await sweep({ chargeCard: () => Promise.reject(new Error('No answer.')) });
  expect(await remove()).toMatchObject({
    status: 409,
    body: { error: { type: 'invalid_state', message: expect.stringContaining('under way') } },
  });
  expect((await read()).auto_top_up).not.toBeNull();
  const bank = aBank();
  await sweep(bank);
  expect((await remove()).status).toBe(204);
  await sweep(bank);
  expect(bank.charges).toHaveLength(1);
});

test('money that was given back before its purchase was booked is not charged again', async () => {
  await order('15');
  const bank = aBank();
  await receiveEvent(world.deps, refunded('pi_1', 1_999));
  await sweep(bank);
  expect(await read()).toMatchObject({ balance_usd: '10.000000', auto_top_up: { stopped: 'returned' } });
  await sweep(bank);
  expect(bank.charges).toHaveLength(1);
});
