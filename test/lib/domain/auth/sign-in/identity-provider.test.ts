import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityProvider } from '#lib/domain/auth/sign-in/identity-provider.ts';
import { listen } from '#local/ports.ts';

const origin = 'https://console.example';
const flow = {
  state: 'the-state',
  nonce: 'the-nonce',
  verifier: 'v'.repeat(43),
  returnTo: '/',
  startedAt: '2026-11-21T10:00:00.000Z',
};
const aKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey, publicKey } = aKeyPair();
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

let listener: Awaited<ReturnType<typeof listen>>;
/** The provider's claims about the person. */
let claims: object = {};

let signingKey = privateKey;
let isDown = false;
/** The reason why the provider refuses the code. Undefined if it gives a token. */
let refusal: string | undefined;

const tokenOf = () => {
  const seconds = Math.floor(Date.now() / 1000);
  const times = { iat: seconds, exp: seconds + 60 };
  const payload = { iss: listener.url, aud: 'console', nonce: flow.nonce, ...times, ...claims };
  const content = `${part({ alg: 'RS256', kid: 'k' })}.${part(payload)}`;
  return `${content}.${sign('sha256', Buffer.from(content), signingKey).toString('base64url')}`;
};
const answers: Record<string, () => object> = {
  '/.well-known/openid-configuration': () => ({
    issuer: listener.url,
    jwks_uri: `${listener.url}/jwks`,
    token_endpoint: `${listener.url}/token`,
    authorization_endpoint: `${listener.url}/authorize`,
    response_types_supported: ['code'],
    end_session_endpoint: `${listener.url}/logout`,
  }),
  '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }),
  '/token': () => ({ access_token: 'a', token_type: 'bearer', id_token: tokenOf() }),
};
beforeAll(async () => {
  listener = await listen(0);
  listener.serve((request, response) => {
    const refused = refusal !== undefined && request.url === '/token';
    const answer = isDown || refused ? undefined : answers[request.url ?? '']?.();
    response.writeHead(answer ? 200 : refused ? 400 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? (refused ? { error: refusal } : {})));
  });
});
afterAll(() => listener.close());

const provider = (realm = 'test') =>
  openIdentityProvider({
    CONSOLE_ORIGIN: origin,
    OIDC_ISSUER: listener.url,
    OIDC_CLIENT_ID: 'console',
    OIDC_REALM: realm,
  });
const userOf = (state = flow.state) =>
  provider().userOf(new URL(`${origin}/api/platform/v1/sign-in/callback?code=c&state=${state}`), flow);

const long = `${'a'.repeat(300)}@example.com`;

test.each([
  [
    { sub: 's', email: 'ada@example.com', name: 'Ada' },
    { email: 'ada@example.com', name: 'Ada' },
  ],
  [
    { sub: 's', email: 'ada@example.com' },
    { email: 'ada@example.com', name: 'ada@example.com' },
  ],
  [{ sub: 's', email: long }, { email: long }],
  [{ sub: 's' }, { email: '', name: '' }],
])('the claims %j make the person %j', async (said, user) => {
  claims = said;
  expect(await userOf()).toMatchObject(user);
});

test('a person keeps their id when their email address and name change', async () => {
  claims = { sub: 's', email: 'ada@example.com', name: 'Ada' };
  const { id } = await userOf();
  claims = { sub: 's', email: 'lovelace@example.com', name: 'Lovelace' };
  expect((await userOf()).id).toBe(id);
  claims = { sub: 'other', email: 'ada@example.com', name: 'Ada' };
  expect((await userOf()).id).not.toBe(id);
});

test.each([{ nonce: 'another' }, { aud: 'another' }, { iss: 'https://evil.example' }, { exp: 1 }])(
  'a token with %j signs no one in',
  async (forged) => {
    claims = { sub: 's', ...forged };
    await expect(userOf()).rejects.toBeInstanceOf(Error);
  },
);

test('a token with the signature of another key signs no one in', async () => {
  claims = { sub: 's' };
  signingKey = aKeyPair().privateKey;
  await expect(userOf()).rejects.toBeInstanceOf(Error);
  signingKey = privateKey;
});

test('a callback of another state signs no one in', async () => {
  claims = { sub: 's' };
  await expect(userOf('another')).rejects.toBeInstanceOf(Error);
});

test.each(['invalid_grant', 'invalid_client'])(
  'the error of a code that the provider refuses says why: %s',
  async (reason) => {
    refusal = reason;
    await expect(userOf()).rejects.toThrow(`The identity provider refused: 400 ${reason}`);
    refusal = undefined;
  },
);

test('a person signs in with their state and nonce, and a challenge that hides the verifier', async () => {
  const { searchParams } = new URL(await provider().authorizationUrl(flow));
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'console',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${origin}/api/platform/v1/sign-in/callback`,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('the sign-out page of the provider leads back to the console', async () => {
  const { searchParams } = new URL((await provider().endSessionUrl()) ?? '');
  expect(searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`);
});

test('a provider that was unreachable is asked again', async () => {
  const same = provider();
  isDown = true;
  await expect(same.authorizationUrl(flow)).rejects.toBeInstanceOf(Error);
  isDown = false;
  expect(await same.authorizationUrl(flow)).toContain(`${listener.url}/authorize`);
});

test('the same person of another realm has another id', async () => {
  claims = { sub: 's' };
  const callback = new URL(`${origin}/api/platform/v1/sign-in/callback?code=c&state=${flow.state}`);
  const one = provider('one');
  const other = provider('other');
  expect((await one.userOf(callback, flow)).id).not.toBe((await other.userOf(callback, flow)).id);
});
