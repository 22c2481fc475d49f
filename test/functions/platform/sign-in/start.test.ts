import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const route = 'GET /api/platform/v1/sign-in';

test('302 sends the browser to the provider, with a sign-in cookie for this attempt', async () => {
  const { status, headers, cookies } = await world.call(route, { query: { return_to: '/projects' } });
  expect([status, headers.get('location')]).toEqual([302, 'https://sign-in.example/authorize']);
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-sign-in=.+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/),
  ]);
});

test('400 for a return_to on another site', async () => {
  const query = { return_to: 'https://evil.example/' };
  expect((await world.call(route, { query })).status).toBe(400);
});

test('503 while the provider is unreachable', async () => {
  const authorizationUrl = async () => {
    throw new TypeError('fetch failed');
  };
  const provider = { ...world.deps.provider, authorizationUrl };
  const { status, headers, cookies } = await world.callWith({ provider })(route);
  expect([status, headers.get('retry-after'), cookies]).toEqual([503, '5', []]);
});
