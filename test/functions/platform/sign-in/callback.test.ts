import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const route = 'GET /api/platform/v1/sign-in/callback';

/** The sign-in cookie and the state of a browser that was sent to the provider. */
const anAttempt = async (query?: Record<string, string>) => {
  let state = '';
  const authorizationUrl = async (flow: { readonly state: string }) => {
    ({ state } = flow);
    return 'https://sign-in.example/authorize';
  };
  const provider = { ...world.deps.provider, authorizationUrl };
  const start = world.callWith({ provider });
  const { cookies } = await start('GET /api/platform/v1/sign-in', query && { query });
  return { state, as: { cookie: cookies[0]?.split(';')[0] ?? '' } };
};
const sessionIn = (cookies: readonly string[]) => cookies.filter((one) => /^__Host-session=[^;]/.test(one));

test.each([
  [undefined, '/'],
  [{ return_to: '/projects?tab=keys' }, '/projects?tab=keys'],
])('302 after a sign-in with %j goes to %s, signed in', async (query, location) => {
  const { state, as } = await anAttempt(query);
  const answer = await world.call(route, { as, query: { code: 'c', state } });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
  expect(answer.cookies).toEqual([
    expect.stringMatching(/^__Host-session=.+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/),
    expect.stringMatching(/^__Host-sign-in=;.*Max-Age=0$/),
  ]);
  const session = { cookie: answer.cookies[0]?.split(';')[0] ?? '' };
  expect((await world.call('GET /api/platform/v1/session', { as: session })).status).toBe(200);
});

test('the provider is asked for the person by the very URL of the callback', async () => {
  const { state, as } = await anAttempt();
  const asked: string[] = [];
  const userOf = async ({ href }: URL) => {
    asked.push(href);
    return { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
  };
  const call = world.callWith({ provider: { ...world.deps.provider, userOf } });
  await call(route, { as, query: { code: 'c', state } });
  const path = '/api/platform/v1/sign-in/callback';
  expect(asked).toEqual([`https://console.example${path}?code=c&state=${state}`]);
});

test('302 to the failure page for an attempt that was used before', async () => {
  const { state, as } = await anAttempt();
  await world.call(route, { as, query: { code: 'c', state } });
  const { headers, cookies } = await world.call(route, { as, query: { code: 'c', state } });
  expect([headers.get('location'), sessionIn(cookies)]).toEqual(['/?sign_in=failed', []]);
});

test('302 to the failure page for a callback without the cookie, and no session starts', async () => {
  const { state } = await anAttempt();
  const { headers, cookies } = await world.call(route, { query: { code: 'c', state } });
  expect([headers.get('location'), sessionIn(cookies)]).toEqual(['/?sign_in=failed', []]);
});

test('503 during an outage of the table, and no session starts', async () => {
  const { state, as } = await anAttempt();
  const putNew = async () => {
    throw Object.assign(new Error('Down.'), { $metadata: { httpStatusCode: 503 } });
  };
  const call = world.callWith({ table: { ...world.table, putNew } });
  const { status, cookies } = await call(route, { as, query: { code: 'c', state } });
  expect([status, sessionIn(cookies)]).toEqual([503, []]);
});
