import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const remove = (id: string, as = customer.live) =>
  world.call('DELETE /v1/realtime/sessions/{session_id}', { as, params: { session_id: id } });
const get = (id: string) =>
  world.call('GET /v1/realtime/sessions/{session_id}', { as: customer.live, params: { session_id: id } });

test('204 ends a session that nobody has opened, uncharged', async () => {
  const id = await world.aSession(customer);
  expect((await remove(id)).status).toBe(204);
  expect((await get(id)).body).toMatchObject({
    status: 'canceled',
    end_reason: 'canceled',
    billing: { status: 'not_charged', amount_usd: '0.000000' },
  });
});

test('204 again has no effect', async () => {
  const id = await world.aSession(customer);
  await remove(id);
  const { body } = await get(id);
  expect((await remove(id)).status).toBe(204);
  expect((await get(id)).body).toEqual(body);
});

test("404 for a malformed id and a stranger's session", async () => {
  const stranger = await world.aCustomer();
  expect((await remove('x')).status).toBe(404);
  expect((await remove(await world.aSession(customer), stranger.live)).status).toBe(404);
});
