import { describe, expect, test } from 'vitest';
import { findSession, startSession } from '#lib/domain/auth/session-repository.ts';
import { finishSignIn } from '#lib/domain/auth/sign-in/finish-sign-in.ts';
import type { IdentityProvider } from '#lib/domain/auth/sign-in/identity-provider.ts';
import { startSignIn } from '#lib/domain/auth/sign-in/start-sign-in.ts';
import { flowToCookie } from '#lib/domain/auth/sign-in/flow.ts';
import { signOut, signOutEverywhere } from '#lib/domain/auth/sign-out.ts';
import { sessionCookie } from '#lib/platform/http/cookies.ts';
import { watchLog } from '../../../../support/log-lines.ts';
import { anyTable } from '../../../../support/table.ts';

const { table } = await anyTable();

const start = new Date('2026-11-21T10:00:00.000Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const origin = 'https://console.example';
const signingSecret = 'a secret of the console';
const secret = async () => signingSecret;
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

const believing: IdentityProvider = {
  authorizationUrl: async ({ state }) => `https://provider.example/?state=${state}`,
  userOf: async () => user,
  endSessionUrl: async () => 'https://provider.example/logout',
};
const down = async (): Promise<never> => {
  throw new TypeError('fetch failed');
};
const outOfReach: IdentityProvider = { authorizationUrl: down, userOf: down, endSessionUrl: down };

/** The cookies and state of a browser that was sent to the provider. */
const onTheWay = async () => {
  const { location, cookies } = await startSignIn({ provider: believing, secret, now: () => start }, '/back');
  const state = new URL(location).searchParams.get('state') ?? '';
  return { cookies: cookies.map((cookie) => cookie.split(';')[0] ?? ''), state };
};

const finish = (
  { cookies, state }: Awaited<ReturnType<typeof onTheWay>>,
  at = later(1),
  provider: IdentityProvider = believing,
  on = table,
) =>
  finishSignIn(
    { table: on, provider, origin, secret, now: () => at },
    { cookies, userAgent: 'Firefox', path: '/callback', query: `code=c&state=${state}` },
  );
const failed = { location: '/?sign_in=failed' };

test('a sign-in attempt is valid for ten minutes', async () => {
  expect(await finish(await onTheWay(), later(9.9))).toMatchObject({ location: '/back' });
  expect(await finish(await onTheWay(), later(10))).toMatchObject(failed);
});

test('of concurrent callbacks of one attempt, one signs in', async () => {
  const attempt = await onTheWay();
  const all = await Promise.all(Array.from({ length: 10 }, () => finish(attempt)));
  expect(all.filter(({ location }) => location === '/back')).toHaveLength(1);
});

test('a sign-in whose first write is repeated, because its response was lost, succeeds', async () => {
  const putNew: typeof table.putNew = async (item) => {
    await table.putNew(item);
    return table.putNew(item);
  };
  const attempt = await onTheWay();
  expect(await finish(attempt, later(1), believing, { ...table, putNew })).toMatchObject({
    location: '/back',
  });
  expect(await finish(attempt)).toMatchObject(failed);
});

test("a sign-in ends the browser's previous session", async () => {
  const former = await startSession(table, user, { now: start });
  const { cookies, state } = await onTheWay();
  await finish({ cookies: [...cookies, `${sessionCookie}=${former}`], state });
  await expect(findSession(table, former, later(1))).rejects.toMatchObject({
    type: 'unauthenticated',
  });
});

test('every attempt has its own state, nonce and verifier of 256 bits each', async () => {
  const seen = new Set<string>();
  for (let count = 0; count < 20; count += 1) {
    const { cookies } = await onTheWay();
    const [, value = ''] = (cookies[0] ?? '').split('=');
    const [content = ''] = value.split('.');
    const { state, nonce, verifier } = JSON.parse(Buffer.from(content, 'base64url').toString());
    for (const one of [state, nonce, verifier]) {
      expect(Buffer.from(one, 'base64url')).toHaveLength(32);
      seen.add(one);
    }
  }
  expect(seen.size).toBe(60);
});

test.each(['', '__Host-sign-in=', '__Host-sign-in=e30', '__Host-sign-in=!!', '__Host-sign-in=bnVsbA'])(
  'a browser with the cookie %j has no attempt in progress',
  async (cookie) => {
    expect(await finish({ cookies: [cookie], state: 'x' })).toMatchObject(failed);
  },
);

describe('forged cookies', () => {
  const attempt = {
    state: 's'.repeat(43),
    nonce: 'n'.repeat(43),
    verifier: 'v'.repeat(43),
    returnTo: '/',
    startedAt: start.toISOString(),
  };
  const cookieOf = (flow: Parameters<typeof flowToCookie>[0], key: string): string =>
    flowToCookie(flow, key).split(';')[0] ?? '';
  const unsigned = `__Host-sign-in=${Buffer.from(JSON.stringify(attempt)).toString('base64url')}`;
  const own = cookieOf(attempt, signingSecret);
  const another = cookieOf({ ...attempt, nonce: 'another' }, signingSecret);

  const untouched = { ...believing, userOf: down };
  const nothing = { putNew: down, transact: down, update: down };
  const finishWith = (cookie: string) =>
    finishSignIn(
      { table: nothing, provider: untouched, origin, secret, now: () => later(1) },
      { cookies: [cookie], userAgent: '', path: '/callback', query: `code=c&state=${attempt.state}` },
    );

  test.each([
    ['without a signature', unsigned],
    ['with an empty one', `${unsigned}.`],
    ['with one under another secret', cookieOf(attempt, 'another secret')],
    ['with the one of another attempt', `${unsigned}.${another.split('.')[1]}`],
    ['with a longer one', `${own}AAAA`],
    ['with a shorter one', own.slice(0, -4)],
  ])('%s is refused before any write and any call to the provider', async (_, cookie) => {
    const watched = watchLog();
    expect(await finishWith(cookie)).toMatchObject(failed);
    expect(watched.lines).toEqual([{ event: 'sign_in.refused', reason: 'no_attempt' }]);
  });

  test.each(['https://evil.example/', '//evil.example', '/api/platform/v1/session', '/%61pi/x'])(
    'a signed cookie with the path %j does not redirect there',
    async (returnTo) => {
      expect(await finishWith(cookieOf({ ...attempt, returnTo }, signingSecret))).toMatchObject(failed);
    },
  );
});

test("sign-in and sign-out are logged with the person's id only", async () => {
  const watched = watchLog();
  await finish(await onTheWay());
  const session = { id: 'x', user, createdAt: start.toISOString(), expiresAt: later(60) };
  const deps = { table, provider: believing, now: () => start };
  await signOut(deps, session);
  await signOutEverywhere(deps, user);
  expect(watched.lines).toEqual([
    { event: 'session.started', user_id: 'usr_a' },
    { event: 'session.ended', user_id: 'usr_a' },
    { event: 'sessions.ended', user_id: 'usr_a' },
  ]);
});

test('a refused callback is logged with its reason', async () => {
  const attempt = await onTheWay();
  await finish(attempt);
  const watched = watchLog();
  await finish(attempt);
  await finish({ ...(await onTheWay()), state: 'another' });
  expect(watched.lines.map(({ reason }) => reason)).toEqual(['used', 'other_attempt']);
});

describe('while the provider is unreachable', () => {
  test('a sign-in gets 503 while the provider is unreachable', async () => {
    const refusal = startSignIn({ provider: outOfReach, secret, now: () => start }, '/');
    await expect(refusal).rejects.toMatchObject({
      type: 'service_unavailable',
      headers: { 'retry-after': '5' },
    });
  });

  test('a callback signs no one in while the provider is unreachable', async () => {
    expect(await finish(await onTheWay(), later(1), outOfReach)).toMatchObject(failed);
  });

  test('signing out works while the provider is unreachable', async () => {
    const id = await startSession(table, user, { now: start });
    const session = { id, user, createdAt: start.toISOString(), expiresAt: later(60) };
    const deps = { table, provider: outOfReach, now: () => start };
    expect(await signOut(deps, session)).toEqual({ end_session_url: null });
    await expect(findSession(table, id, start)).rejects.toMatchObject({ type: 'unauthenticated' });
  });
});
