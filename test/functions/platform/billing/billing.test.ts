import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';
import { pack, session } from '../../../support/stripe-events.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const organization = '/api/platform/v1/organizations/{organization_id}/billing';
const about = () => ({ as: customer.person, params: { organization_id: customer.organizationId } });

test('GET is 200 with the products and whether jobs need credit', async () => {
  const { status, body } = await world.call(`GET ${organization}`, about());
  expect([status, body.prepaid]).toEqual([200, true]);
  expect(body.products.map(({ price_id }: { price_id: string }) => price_id)).toEqual([
    'price_pack',
    'price_plan',
  ]);
});

test('POST checkout is 201 with the page of the provider, for this organization', async () => {
  const body = { kind: 'credit_pack', price_id: 'price_pack' };
  const { status, body: checkout } = await world.call(`POST ${organization}/checkout`, { ...about(), body });
  expect([status, checkout.url]).toEqual([201, 'https://checkout.example/1']);
  expect(world.sent.orders).toMatchObject([
    { organizationId: customer.organizationId, product: { priceId: 'price_pack' } },
  ]);
  expect(world.sent.orders[0]?.successUrl).toMatch(/^https:\/\/console\.example\//);
});

test('400 for a price that is not sold', async () => {
  const body = { kind: 'credit_pack', price_id: 'price_other' };
  expect((await world.call(`POST ${organization}/checkout`, { ...about(), body })).status).toBe(400);
});

describe('POST /api/platform/v1/billing/events', () => {
  const send = (signature: string) => {
    const body = session({ organizationId: customer.organizationId, product: pack });
    return world.call('POST /api/platform/v1/billing/events', {
      body,
      headers: { 'stripe-signature': signature },
    });
  };

  test('400 for an event that is not signed, and nothing is credited', async () => {
    const before = (await world.call(`GET ${organization}`, about())).body;
    expect((await send('forged')).status).toBe(400);
    expect((await world.call(`GET ${organization}`, about())).body).toEqual(before);
  });

  test('200 credits a signed payment, once', async () => {
    const lines = async () => (await world.call(`GET ${organization}`, about())).body.entries;
    expect((await send('ours')).status).toBe(200);
    const once = await lines();
    expect(once).toHaveLength(1);
    expect((await send('ours')).status).toBe(200);
    expect(await lines()).toEqual(once);
  });
});

test('GET usage is 200 with what a live job cost, and a test job costs nothing', async () => {
  await world.aCompletedJob(customer);
  await world.aCompletedJob(customer, 'test');
  const usage = async (mode: string) => {
    const ask = { as: customer.person, params: { project_id: customer.projectId }, query: { mode } };
    return (await world.call('GET /api/platform/v1/projects/{project_id}/usage', ask)).body;
  };
  expect((await usage('live')).totals).toMatchObject({ jobs: 1, amount_usd: '0.000100' });
  expect((await usage('test')).totals).toMatchObject({ jobs: 1, amount_usd: '0.000000' });
});
