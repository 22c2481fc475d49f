import { expect, test } from 'vitest';
import { customerKey, ledgerPk, spentKey } from '#lib/domain/billing/keys.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'GET /api/platform/v1/organizations/{organization_id}/billing';
const get = (by = customer) => world.call(route, aboutOrganization(by));

test('200 has the products and whether jobs need credit', async () => {
  const { status, body } = await get();
  expect([status, body.prepaid]).toEqual([200, true]);
  expect(body.products.map(({ price_id }: { price_id: string }) => price_id)).toEqual([
    'price_pack',
    'price_plan',
  ]);
});

test('200 has the balance, and what unfinished live jobs hold of it', async () => {
  const owner = await world.aCustomer();
  expect((await get(owner)).body).toMatchObject({ balance_usd: '10.000000', held_usd: '0.000000' });
  await world.aJob(owner, 'test');
  expect((await get(owner)).body).toMatchObject({ held_usd: '0.000000' });
  const job = await world.find(owner, await world.aJob(owner));
  const { held_usd: held } = (await get(owner)).body;
  expect(Number(held) * 1e6).toBeCloseTo(Number(job?.heldMicroUsd));
});

test('200 has what earlier months cost, newest first', async () => {
  const owner = await world.aCustomer();
  const spent = {
    spentMicroUsd: 4_500_000,
    spent202512: 1_000_000,
    spent202609: 3_000_000,
    spent202611: 500_000,
  };
  await world.table.putNew({ ...spentKey(owner.organizationId, 'ofq_1'), ...spent });
  expect((await get(owner)).body.spending).toMatchObject({
    month: '2026-11',
    spent_usd: '0.500000',
    earlier_months: [
      { month: '2026-09', spent_usd: '3.000000' },
      { month: '2025-12', spent_usd: '1.000000' },
    ],
  });
});

test('200 says whether the payment provider knows the organization', async () => {
  const owner = await world.aCustomer();
  expect((await get(owner)).body.is_customer).toBe(false);
  await world.table.putNew({ ...customerKey(owner.organizationId), customerId: 'cus_1' });
  expect((await get(owner)).body.is_customer).toBe(true);
});

test('200 has the payments page by page, newest first, each once', async () => {
  const { organizationId, person } = await world.aCustomer();
  const times = Array.from({ length: 45 }, (_, at) => `2026-11-20T10:00:10.${100 + at}Z`);
  for (const createdAt of times) {
    const line = { id: randomId('led'), kind: 'credit', amountMicroUsd: 1, createdAt };
    await world.table.putNew({ ...line, ...rowKey(ledgerPk(organizationId), line) });
  }
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const ask = {
      ...aboutOrganization({ ...customer, organizationId, person }),
      ...(cursor && { query: { cursor } }),
    };
    const { entries } = (await world.call(route, ask)).body;
    pages.push(entries.data.map(({ created_at: at }: { created_at: string }) => at));
    cursor = entries.next_cursor ?? undefined;
  } while (cursor);
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(times.toReversed());
});
