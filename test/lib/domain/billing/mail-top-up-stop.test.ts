import { beforeEach, expect, test } from 'vitest';
import type { BuyTopUpsDeps } from '#lib/domain/billing/buy-top-ups.ts';
import { receiveEvent } from '#lib/domain/billing/receive-event.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { repeatingUpdates } from '../../../support/lost-responses.ts';
import { refunded } from '../../../support/stripe-events.ts';
import { aBank, topUpsIn } from '../../../support/top-ups.ts';

let world: FunctionWorld;
let customer: Customer;
beforeEach(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer(await world.aPerson('owner@example.com'));
});

const { order, sweep } = topUpsIn(() => ({ world, customer }));
const declining = () => aBank(() => ({ kind: 'refused', reason: 'declined' }));
const stopMails = () => world.sent.mails.filter(({ subject }) => subject.endsWith('has stopped'));

/** A table that does something else instead of taking an order out of the due index, or before it. */
const whileEnding = (change: Table['update']): BuyTopUpsDeps['table'] => ({
  ...world.table,
  update: (update) => (update.set.includes('REMOVE due') ? change(update) : world.table.update(update)),
});

test('the email about a stop goes once to everybody who may pay, however often it is swept, and again when it stops again', async () => {
  await world.aColleague(customer, 'billing');
  await order('15');
  for (let minute = 0; minute < 4; minute += 1) await sweep(declining());
  expect(
    stopMails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['ada@example.com', 'owner@example.com']);
  const [mail] = stopMails();
  expect(mail?.subject).toBe('Automatic top-up of Analytical Engines has stopped');
  expect(mail?.text).toContain('the card was declined');
  expect(mail?.text).toContain(`/#/organizations/${customer.organizationId}/billing`);
  await order('15');
  for (let minute = 0; minute < 3; minute += 1) await sweep(declining());
  expect(stopMails()).toHaveLength(4);
});

test('the email goes to nobody who may not pay', async () => {
  await world.aColleague(customer, 'developer');
  await order('15');
  for (let minute = 0; minute < 2; minute += 1) await sweep(declining());
  expect(stopMails().map(({ to }) => to)).toEqual(['owner@example.com']);
});

test('the email is sent for money that was given back', async () => {
  await order('15');
  const bank = aBank();
  await sweep(bank);
  await receiveEvent(world.deps, refunded('pi_1', 1_999));
  await sweep(bank);
  expect(stopMails().map(({ text }) => text)).toEqual([expect.stringContaining('a payment was returned')]);
});

test('the email is not sent for an order that was ended or given again before it could be', async () => {
  await order('15');
  await sweep(declining());
  await order(null);
  await sweep(declining());
  await order('15');
  await sweep(declining());
  await order('10');
  await sweep(aBank());
  expect(stopMails()).toEqual([]);
});

test('an email that SES refuses is not sent again, and the log has no address', async () => {
  const log = watchLog();
  await order('15');
  let attempts = 0;
  const sendMail = async ({ to }: { readonly to: string }) => {
    attempts += 1;
    throw new Error(`Email address is not verified: ${to}`);
  };
  for (let minute = 0; minute < 3; minute += 1) await sweep({ ...declining(), sendMail });
  expect(attempts).toBe(1);
  expect(log.of('payment.top_up_stop_mailed')).toMatchObject([{ sent: 0, failed: 1 }]);
  expect(JSON.stringify(log.lines)).not.toContain('owner@example.com');
});

test('the email is not sent when the sweep could not note that the order is over, but after it could', async () => {
  await order('15');
  await sweep(declining());
  const table = whileEnding(() => Promise.reject(new Error('No table.')));
  await sweep({ ...declining(), table });
  expect(stopMails()).toEqual([]);
  await sweep(declining());
  expect(stopMails()).toHaveLength(1);
});

test('the email is sent once although each response of the table is lost once', async () => {
  await order('15');
  await sweep(declining());
  const table = whileEnding((update) => repeatingUpdates(world.table).update(update));
  for (let minute = 0; minute < 2; minute += 1) await sweep({ ...declining(), table });
  expect(stopMails()).toHaveLength(1);
});

test('the email is not sent for an order that is given again while the sweep ends it', async () => {
  await order('15');
  await sweep(declining());
  const table = whileEnding(async (update) => {
    await order('15');
    return world.table.update(update);
  });
  await sweep({ ...declining(), table });
  expect(stopMails()).toEqual([]);
});
