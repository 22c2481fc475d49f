import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '#lib/platform/durations.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../support/function-world.ts';
import { watchLog } from '../../support/log-lines.ts';
import { aBank, topUpsIn } from '../../support/top-ups.ts';

let world: FunctionWorld;
let customer: Customer;
let log: ReturnType<typeof watchLog>;
beforeEach(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
  log = watchLog();
});

const { order, sweep } = topUpsIn(() => ({ world, customer }));

test('an operator is told of each purchase that stays unknown: whose it is, how much, and when it began', async () => {
  await order('15');
  const bank = aBank(() => new Error('No answer.'));
  await sweep(bank);
  const begun_at = world.clock.now.toISOString();
  await sweep(bank, 11 * hourMs);
  expect(log.of('payment.unconfirmed')).toEqual([]);
  await sweep(bank, 2 * hourMs);
  await sweep(bank);
  expect(log.of('payment.unconfirmed')).toMatchObject([
    {
      organization: customer.organizationId,
      customer_id: `cus_${customer.organizationId}`,
      cents: 1_999,
      begun_at,
      PaymentUnconfirmed: 1,
    },
  ]);
});

test('a top-up counts once in the money that was paid, as a payment by checkout does', async () => {
  await order('15');
  const bank = aBank();
  await sweep(bank);
  await sweep(bank);
  expect(log.of('payment.recorded')).toMatchObject([
    {
      type: 'top_up',
      payment_id: 'pi_1',
      kind: 'credit',
      organization: customer.organizationId,
      amount_micro_usd: 23_000_000,
      PaidMicroUsd: 19_990_000,
    },
  ]);
  expect(log.of('payment.topped_up')).toMatchObject([{ cents: 1_999 }]);
});

test('a payment that is waited for is not logged as a failure', async () => {
  await order('15');
  const bank = aBank(() => ({ kind: 'under_way' }));
  await sweep(bank);
  await sweep(bank);
  expect(log.of('sweep.item_failed')).toEqual([]);
});

test('an order for which enough credit is free is not logged as a failure', async () => {
  await order('10');
  await sweep(aBank());
  expect(log.of('sweep.item_failed')).toEqual([]);
});
