import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = (id: string, as = customer.live) =>
  world.call('GET /v1/realtime/sessions/{session_id}', { as, params: { session_id: id } });

test('200 is the session without its credentials', async () => {
  const id = await world.aSession(customer);
  const { status, body } = await get(id);
  expect([status, body]).toEqual([200, expect.objectContaining({ id, status: 'created' })]);
  expect(body).not.toHaveProperty('client_secret');
});

test("404 for a malformed id, a stranger's session and one of the other mode", async () => {
  const id = await world.aSession(customer);
  const stranger = await world.aCustomer();
  for (const asked of [get('x'), get(id, stranger.live), get(id, customer.test)])
    expect((await asked).status).toBe(404);
});
