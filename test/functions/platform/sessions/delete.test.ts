import { expect, test } from 'vitest';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const session = 'GET /api/platform/v1/session';

test('200 ends every session of the person and of no other one, and clears the cookie', async () => {
  const { user, person } = await world.aPerson();
  const other = {
    cookie: `__Host-session=${await startSession(world.table, user, { now: world.clock.now })}`,
  };
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  const { status, body, cookies } = await world.call('DELETE /api/platform/v1/sessions', { as: person });
  expect([status, body.end_session_url]).toEqual([200, 'https://sign-in.example/logout']);
  expect(cookies).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0/)]);
  expect((await world.call(session, { as: person })).status).toBe(401);
  expect((await world.call(session, { as: other })).status).toBe(401);
  expect((await world.call(session, { as: customer.person })).status).toBe(200);
});
