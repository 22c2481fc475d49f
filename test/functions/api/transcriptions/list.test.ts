import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

const route = 'GET /v1/transcriptions';
let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const list = (query: Record<string, string> = {}, as = customer.live) => world.call(route, { as, query });

test('200 lists the jobs of the key, page by page, each once and newest first', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    ids.unshift(await world.aJob(customer));
  }
  await world.aJob(customer, 'test');
  const first = await list({ limit: '2' });
  expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  expect(first.body.has_more).toBe(true);
  const second = await list({ limit: '2', cursor: first.body.next_cursor });
  expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  expect([second.body.has_more, second.body.next_cursor]).toEqual([false, null]);
});

test.each([{ limit: '0' }, { limit: '101' }, { cursor: 'x' }, { status: 'lost' }])(
  '400 for %j',
  async (query) => {
    expect((await list(query)).status).toBe(400);
  },
);
