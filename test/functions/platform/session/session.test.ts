import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const session = '/api/platform/v1/session';

test('GET is 200 with the signed-in user', async () => {
  const { status, body } = await world.call(`GET ${session}`, { as: customer.person });
  expect([status, body.user.id]).toEqual([200, customer.user.id]);
});

test('DELETE ends only this session, clears the cookie and returns the logout URL of the provider', async () => {
  const { user, person } = await world.aPerson();
  const other = { cookie: `__Host-session=${await startSession(world.table, { ...user }, world.clock.now)}` };
  const { status, body, cookies } = await world.call(`DELETE ${session}`, { as: person });
  expect([status, body.end_session_url]).toEqual([200, 'https://sign-in.example/logout']);
  expect(cookies).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0/)]);
  expect((await world.call(`GET ${session}`, { as: person })).status).toBe(401);
  expect((await world.call(`GET ${session}`, { as: other })).status).toBe(200);
});

test('DELETE of all sessions ends every session of the person', async () => {
  const { user, person } = await world.aPerson();
  const other = { cookie: `__Host-session=${await startSession(world.table, user, world.clock.now)}` };
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  expect((await world.call('DELETE /api/platform/v1/sessions', { as: person })).status).toBe(200);
  expect((await world.call(`GET ${session}`, { as: person })).status).toBe(401);
  expect((await world.call(`GET ${session}`, { as: other })).status).toBe(401);
});

describe('signing in', () => {
  test('302 sends the browser to the provider, with a sign-in cookie', async () => {
    const { status, headers, cookies } = await world.call('GET /api/platform/v1/sign-in', {
      query: { return_to: '/projects' },
    });
    expect([status, headers.get('location')]).toEqual([302, 'https://sign-in.example/authorize']);
    expect(cookies).toHaveLength(1);
  });

  test('400 for a return_to on another site', async () => {
    const query = { return_to: 'https://evil.example/' };
    expect((await world.call('GET /api/platform/v1/sign-in', { query })).status).toBe(400);
  });

  test('302 to the failure page for a callback without the cookie, and no session starts', async () => {
    const { headers, cookies } = await world.call('GET /api/platform/v1/sign-in/callback', {
      query: { code: 'x' },
    });
    expect(headers.get('location')).toBe('/?sign_in=failed');
    expect(
      cookies.filter((cookie) => /^__Host-session=./.test(cookie) && !cookie.startsWith('__Host-session=;')),
    ).toEqual([]);
  });
});
