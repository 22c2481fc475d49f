import { expect, test } from 'vitest';
import { createHandler } from '#functions/platform/billing/receive-event.ts';
import { answerOf } from '../../../support/answer-of.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { pack, session } from '../../../support/stripe-events.ts';

const { world } = await startWorld();
const route = 'POST /api/platform/v1/billing/events';
const paymentOf = ({ organizationId }: { readonly organizationId: string }, signature = 'ours') => ({
  body: session({ organizationId, product: pack }, { payment_intent: `pi_${organizationId}` }),
  headers: { 'stripe-signature': signature },
});
const entriesOf = async (customer: Parameters<typeof aboutOrganization>[0]): Promise<unknown[]> => {
  const billing = 'GET /api/platform/v1/organizations/{organization_id}/billing';
  return (await world.call(billing, aboutOrganization(customer))).body.entries.data;
};

test('200 credits a signed payment, once', async () => {
  const payer = await world.aCustomer();
  expect((await world.call(route, paymentOf(payer))).status).toBe(200);
  const once = await entriesOf(payer);
  expect(once).toHaveLength(1);
  expect((await world.call(route, paymentOf(payer))).status).toBe(200);
  expect(await entriesOf(payer)).toEqual(once);
});

test('400 for an event that is not signed, and nothing is credited', async () => {
  const payer = await world.aCustomer();
  expect((await world.call(route, paymentOf(payer, 'forged'))).status).toBe(400);
  expect(await entriesOf(payer)).toEqual([]);
});

test('501 where nothing is sold', async () => {
  expect((await answerOf(createHandler(undefined), route)).status).toBe(501);
});

test('503 during an outage of the table, so that the provider sends the event again', async () => {
  const save = async () => {
    throw Object.assign(new Error('Down.'), { $metadata: { httpStatusCode: 503 } });
  };
  const payments = { ...world.deps.payments, save };
  const answer = await world.callWith({ payments })(route, paymentOf(await world.aCustomer()));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});
