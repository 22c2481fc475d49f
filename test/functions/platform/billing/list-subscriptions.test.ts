import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const organization = '/api/platform/v1/organizations/{organization_id}/billing';
const route = `GET ${organization}/subscriptions` as const;

const active = { id: 'sub_1', status: 'active', isCanceled: false, periodEndsAt: '2026-12-20T10:00:00.000Z' };
const callWithTwo = world.callWith({
  subscriptionsOf: async () => [
    { ...active, priceId: 'price_plan' },
    { ...active, priceId: 'price_of_last_year' },
  ],
});

test('200 is empty before the first checkout, without a call of the provider', async () => {
  const owner = await world.aCustomer();
  expect((await callWithTwo(route, aboutOrganization(owner))).body).toEqual({ data: [] });
});

test('200 names the product, unless it is no longer sold', async () => {
  const body = { kind: 'credit_pack', price_id: 'price_pack' };
  await world.call(`POST ${organization}/checkout`, { ...aboutOrganization(customer), body });
  const { data } = (await callWithTwo(route, aboutOrganization(customer))).body;
  expect(data).toMatchObject([
    { name: 'Plan', status: 'active', period_ends_at: '2026-12-20T10:00:00.000Z', canceled: false },
    { name: null, price_id: 'price_of_last_year' },
  ]);
});
