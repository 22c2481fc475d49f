import { expect, test } from 'vitest';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const session = '/api/platform/v1/session';

test('200 ends only this session, clears the cookie and returns the logout URL of the provider', async () => {
  const { user, person } = await world.aPerson();
  const other = {
    cookie: `__Host-session=${await startSession(world.table, { ...user }, { now: world.clock.now })}`,
  };
  const { status, body, cookies } = await world.call(`DELETE ${session}`, { as: person });
  expect([status, body.end_session_url]).toEqual([200, 'https://sign-in.example/logout']);
  expect(cookies).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0/)]);
  expect((await world.call(`GET ${session}`, { as: person })).status).toBe(401);
  expect((await world.call(`GET ${session}`, { as: other })).status).toBe(200);
});
