import { afterAll, beforeEach, expect, test } from 'vitest';
import { openStripe } from '#lib/domain/billing/stripe.ts';
import { findTopUp } from '#lib/domain/billing/top-up.ts';
import { hourMs, minuteMs } from '#lib/platform/durations.ts';
import { fakeStripe } from '../../support/fake-stripe.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../support/function-world.ts';
import { topUpsIn } from '../../support/top-ups.ts';

let world: FunctionWorld;
let customer: Customer;
const stripe = await fakeStripe(() => world.clock.now);
afterAll(() => stripe.stop());
beforeEach(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});

const { order, read, sweep } = topUpsIn(() => ({ world, customer }));
const { chargeCard, findCharge } = openStripe('sk_test_1', { STRIPE_API_URL: stripe.url });
const sweepWith = (cardId: string) => {
  const cardOf = async () => ({ id: cardId, brand: 'visa', last4: '4242' });
  return (ms?: number) => sweep({ chargeCard, findCharge, cardOf }, ms);
};
/** The keys of all calls that pay, in their order. */
const calls = () =>
  stripe.requests.flatMap(({ method, path, headers }) =>
    method === 'POST' && path === '/v1/payment_intents' ? [headers['idempotency-key']] : [],
  );
const keys = () => new Set(calls()).size;

test('a purchase that was answered by an error after it was paid is found and credited, and made once', async () => {
  await order('15');
  const again = sweepWith('pm_lost');
  const before = keys();
  await again();
  expect((await read()).balance_usd).toBe('10.000000');
  await again();
  expect((await read()).balance_usd).toBe('33.000000');
  expect(keys()).toBe(before + 1);
});

test('a purchase whose key has an error for an answer is made under another key minutes later, if nothing was paid', async () => {
  await order('15');
  const again = sweepWith('pm_broken');
  const before = keys();
  for (let minutes = 0; minutes < 5; minutes += 1) {
    const earlier = calls().length;
    await again();
    expect(calls().length).toBeGreaterThan(earlier);
  }
  const { length } = calls();
  // For five minutes it only looks for a payment, which may still be made under the first key.
  for (let minutes = 5; minutes < 10; minutes += 1) await again();
  expect(calls()).toHaveLength(length);
  expect([keys(), (await read()).balance_usd]).toEqual([before + 1, '10.000000']);
  await again();
  expect([keys(), (await read()).balance_usd]).toEqual([before + 2, '33.000000']);
  await again();
  expect(keys()).toBe(before + 2);
});

test('a purchase that is settled later is waited for, for half a day', async () => {
  await order('15');
  const again = sweepWith('pm_slow');
  const before = keys();
  for (let times = 0; times < 3; times += 1) await again(15 * minuteMs);
  expect(keys()).toBe(before + 1);
  expect(await read()).toMatchObject({ balance_usd: '10.000000', auto_top_up: { stopped: null } });
  await again(12 * hourMs);
  expect(keys()).toBe(before + 1);
  expect(await findTopUp(world.table, customer.organizationId)).toMatchObject({ stopped: 'unconfirmed' });
});
