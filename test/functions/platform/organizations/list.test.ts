import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 lists the organizations of the person only', async () => {
  const stranger = await world.aCustomer();
  const list = async (as: { cookie: string }) => {
    const { status, body } = await world.call('GET /api/platform/v1/organizations', { as });
    return [status, body.data.map(({ id }: { id: string }) => id)];
  };
  expect(await list(customer.person)).toEqual([200, [customer.organizationId]]);
  expect(await list(stranger.person)).toEqual([200, [stranger.organizationId]]);
});

test('200 lists the organizations page by page, newest first', async () => {
  const first = await world.aCustomer();
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  const second = await world.aCustomer(first);
  const list = async (query: Record<string, string>) =>
    (await world.call('GET /api/platform/v1/organizations', { as: first.person, query })).body;
  const page = await list({ limit: '1' });
  const last = await list({ limit: '1', cursor: page.next_cursor });
  const ids = [...page.data, ...last.data].map(({ id }) => id);
  expect(ids).toEqual([second.organizationId, first.organizationId]);
  expect([page.data.length, last.next_cursor]).toEqual([1, null]);
});
