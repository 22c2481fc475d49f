import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const list = (as: { key: string }, query: Record<string, string> = {}) =>
  world.call('GET /v1/realtime/sessions', { as, query });

test('200 lists the sessions of the project, newest first, page by page', async () => {
  const customer = await world.aCustomer();
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    ids.unshift(await world.aSession(customer));
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  }
  const first = await list(customer.live, { limit: '2' });
  expect(first.body.data.map(({ id }: any) => id)).toEqual(ids.slice(0, 2));
  const second = await list(customer.live, { limit: '2', cursor: first.body.next_cursor });
  expect([second.body.data.map(({ id }: any) => id), second.body.has_more]).toEqual([ids.slice(2), false]);
});

test('200 lists only sessions of the mode of the key', async () => {
  const customer = await world.aCustomer();
  await world.aSession(customer);
  expect((await list(customer.test)).body.data).toEqual([]);
});

test('200 lists only sessions of a status if one is given', async () => {
  const customer = await world.aCustomer();
  const kept = await world.aSession(customer);
  const deleted = await world.aSession(customer);
  const params = { session_id: deleted };
  await world.call('DELETE /v1/realtime/sessions/{session_id}', { as: customer.live, params });
  const { body } = await list(customer.live, { status: 'created' });
  expect(body.data.map(({ id }: any) => id)).toEqual([kept]);
});
