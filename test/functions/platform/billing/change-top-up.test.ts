import { expect, test } from 'vitest';
import { findTopUp } from '#lib/domain/billing/top-up.ts';
import { aboutOrganization, aboutProject } from '../../../support/console-ask.ts';
import type { Customer } from '../../../support/function-world.ts';
import { pack, plan } from '../../../support/stripe-events.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world } = await startWorld();
const billing = '/api/platform/v1/organizations/{organization_id}/billing';
const route = `PATCH ${billing}/auto-top-up` as const;
const order = { price_id: 'price_pack', below_usd: '12.5' };

const aBuyer = async (): Promise<Customer> => {
  const buyer = await world.aCustomer();
  const body = { kind: 'credit_pack', price_id: 'price_pack' };
  await world.call(`POST ${billing}/checkout`, { ...aboutOrganization(buyer), body });
  return buyer;
};
const change = (buyer: Customer, auto_top_up: object | null) =>
  world.call(route, { ...aboutOrganization(buyer), body: { auto_top_up } });

test('200 is the order with its card, which the balance shows too, and null ends it', async () => {
  const buyer = await aBuyer();
  const given = { auto_top_up: { price_id: 'price_pack', below_usd: '12.500000', stopped: null } };
  const ordered = await change(buyer, order);
  expect([ordered.status, ordered.body]).toMatchObject([200, given]);
  expect(ordered.body.auto_top_up.card).toEqual({ brand: 'visa', last4: '4242' });
  const read = async () => (await world.call(`GET ${billing}`, aboutOrganization(buyer))).body.auto_top_up;
  expect(await read()).toEqual(ordered.body.auto_top_up);
  expect((await change(buyer, null)).body).toEqual({ auto_top_up: null });
  expect(await read()).toBeNull();
});

test('the audit log has who gave and ended the order', async () => {
  const buyer = await aBuyer();
  await change(buyer, null);
  await change(buyer, order);
  await change(buyer, null);
  const log = 'GET /api/platform/v1/organizations/{organization_id}/audit-log';
  const { body } = await world.call(log, aboutOrganization(buyer));
  const changes = body.data.flatMap((entry: { action: string; change: object }) =>
    entry.action === 'auto_top_up.changed' ? [entry.change] : [],
  );
  expect(changes).toHaveLength(2);
  expect(changes).toContainEqual({ from: 'none', to: '19.990000 below 12.500000' });
  expect(changes).toContainEqual({ from: '19.990000 below 12.500000', to: 'none' });
});

test('404 for an owner who is removed, and for an organization that is deleted, at the same moment', async () => {
  const buyer = await aBuyer();
  const other = await world.aColleague(buyer, 'owner');
  const { as, params } = aboutOrganization(buyer);
  const remove = 'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}';
  const removed = tableBefore(world.table, () =>
    world.call(remove, { as, params: { ...params, user_id: other.user.id } }),
  );
  const ask = (by: Customer) => ({ ...aboutOrganization(by), body: { auto_top_up: order } });
  expect((await world.callWith({ table: removed })(route, ask(other))).status).toBe(404);
  await world.call('DELETE /api/platform/v1/projects/{project_id}', aboutProject(buyer));
  const end = 'DELETE /api/platform/v1/organizations/{organization_id}';
  const deleted = tableBefore(world.table, () => world.call(end, { as, params }));
  expect((await world.callWith({ table: deleted })(route, ask(buyer))).status).toBe(404);
  expect(await findTopUp(world.table, buyer.organizationId)).toBeUndefined();
});

test.each([
  ['a subscription', { ...order, price_id: 'price_plan' }],
  ['an unknown price', { ...order, price_id: 'price_x' }],
  ['an amount below zero', { ...order, below_usd: '-1' }],
])('400 for %s', async (_, wanted) => {
  const { status, body } = await change(await aBuyer(), wanted);
  expect([status, body.error.type]).toEqual([400, 'invalid_request']);
});

test('400 for a pack that is sold no more, which is not listed either', async () => {
  const ask = { ...aboutOrganization(await aBuyer()), body: { auto_top_up: order } };
  const retired = { products: [{ ...pack, isSold: false }, plan] };
  expect((await world.callWith(retired)(route, ask)).status).toBe(400);
  const { body } = await world.callWith(retired)(`GET ${billing}`, { ...ask, body: undefined });
  expect(body.products.map((one: { price_id: string }) => one.price_id)).toEqual([plan.priceId]);
});

test('400 for an amount above the credit of one pack, because it would be bought again and again', async () => {
  const buyer = await aBuyer();
  const { status, body } = await change(buyer, { ...order, below_usd: '23.01' });
  expect([status, body.error.details.fields]).toEqual([
    400,
    [
      {
        path: 'auto_top_up.below_usd',
        rule: 'too_big',
        message: 'Send at most 23.00, the credit that one pack gives.',
      },
    ],
  ]);
  expect((await change(buyer, { ...order, below_usd: '23' })).status).toBe(200);
});

test('409 before the first purchase, and where no card is saved', async () => {
  expect((await change(await world.aCustomer(), order)).status).toBe(409);
  const ask = { ...aboutOrganization(await aBuyer()), body: { auto_top_up: order } };
  const { status, body } = await world.callWith({ cardOf: async () => undefined })(route, ask);
  expect([status, body.error.type]).toEqual([409, 'invalid_state']);
});

test('501 where nothing is sold', async () => {
  const ask = { ...aboutOrganization(await aBuyer()), body: { auto_top_up: order } };
  expect((await world.callWith({ cardOf: undefined })(route, ask)).status).toBe(501);
});
