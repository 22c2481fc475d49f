import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { runScript } from '#local/project-script.ts';
import { asPage } from '../support/console.ts';
import { newKeys, operatorTable, type Service, startService } from '../support/local-service.ts';
import { type Page, plainBrowser, type PlainBrowser } from '../support/plain-browser.ts';
import { callbackOf, signIn, signInPage } from '../support/sign-in.ts';
import { testFolder } from '../support/test-folder.ts';

const api = '/api/platform/v1';
const session = '__Host-session';
const dataDir = testFolder();

let service: Service;
beforeAll(async () => {
  service = await startService({ dataDir });
});
afterAll(async () => {
  await service.stop();
});

const at = (path: string): string => service.stack.baseUrl + path;
const isHome = ({ origin, pathname }: URL): boolean =>
  origin === service.stack.baseUrl && !pathname.startsWith('/api/');

const sessionOf = async (browser: PlainBrowser) => {
  const answer = await browser.ask(at(`${api}/session`));
  return { status: answer.status, body: JSON.parse(answer.text) };
};

const failed = [302, '/?sign_in=failed', undefined] as const;
const outcome = ({ status, headers }: Page, { jar }: PlainBrowser) => [
  status,
  headers.get('location'),
  jar.get(session),
];

const signedIn = async (email = 'ada@example.com'): Promise<PlainBrowser> => {
  const browser = plainBrowser();
  await signIn(browser, service.stack.baseUrl, email);
  return browser;
};

test('after sign-in the browser returns to the requested page and has a session', async () => {
  const browser = plainBrowser();
  const back = await signIn(browser, service.stack.baseUrl);
  expect([back.status, back.headers.get('location')]).toEqual([302, '/projects?x=1']);
  expect(await sessionOf(browser)).toMatchObject({
    status: 200,
    body: {
      user: { id: expect.stringMatching(/^usr_[a-z2-7]{26}$/), email: 'ada@example.com', name: 'ada' },
    },
  });
});

test('the cookies are restricted to this host and hidden from scripts, and contain no token', async () => {
  const browser = plainBrowser();
  const start = await browser.ask(at(`${api}/sign-in`));
  const back = await signIn(browser, service.stack.baseUrl);
  const [ofFlow = ''] = start.headers.getSetCookie();
  const [ofSession = '', gone = ''] = back.headers.getSetCookie();
  expect(ofFlow).toMatch(
    /^__Host-sign-in=[\w-]+\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  expect(ofSession).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/,
  );
  expect(gone).toMatch(/^__Host-sign-in=; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=0$/);
  const seen = [start, back].map(({ headers, text }) => JSON.stringify([...headers]) + text).join();
  expect(seen).not.toMatch(/eyJ[\w-]+\.eyJ/);
});

test('a project that was made without the console is given to the person whom the identity provider knows by this id', async () => {
  const { stack } = service;
  const project = randomId('prj');
  const [key = ''] = await newKeys(stack, 1, project);
  const { TableName, UserPoolId } = stack.outputs['EarshotData'] ?? {};
  const args = `--table ${TableName} --project ${project} --key-id ${key.slice(8, 24)} --realm ${UserPoolId} --email another@example.com`;
  const give = (subject: string) =>
    runScript('cdk/adopt-project.ts', [...args.split(' '), '--subject', subject], stack.operatorEnvironment);
  const given = JSON.parse(await give('joan@example.com'));
  expect(JSON.parse(await give('grace@example.com'))).toEqual({ organization_id: null });
  const browser = await signedIn('joan@example.com');
  const { text } = await browser.ask(at(`${api}/organizations/${given.organization_id}/projects`));
  expect(JSON.parse(text).data).toMatchObject([{ id: project }]);
});

test('the same email address is the same user, on the next visit and after a restart', async () => {
  const ids = new Set<string>();
  for (const email of ['grace@example.com', 'Grace@Example.com']) {
    const browser = await signedIn(email);
    ids.add((await sessionOf(browser)).body.user.id);
  }
  const browser = await signedIn('grace@example.com');
  await service.stop();
  service = await startService({ dataDir });
  expect((await sessionOf(browser)).status).toBe(200);
  const again = await signedIn('grace@example.com');
  ids.add((await sessionOf(again)).body.user.id);
  expect(ids.size).toBe(1);
});

test('every sign-in creates a new session and ends the previous one', async () => {
  const browser = await signedIn();
  const first = browser.jar.get(session) ?? '';
  // The provider still has a session of the user.
  await browser.go(at(`${api}/sign-in`), {}, isHome);
  expect(browser.jar.get(session)).not.toBe(first);
  const stale = plainBrowser();
  stale.jar.set(session, first);
  expect((await sessionOf(stale)).status).toBe(401);
});

test('a planted session id is never used', async () => {
  const browser = plainBrowser();
  browser.jar.set(session, 'planted');
  await signIn(browser, service.stack.baseUrl);
  expect(browser.jar.get(session)).not.toBe('planted');
});

describe('refused callbacks', () => {
  test('a repeated callback does not sign in', async () => {
    const browser = plainBrowser();
    const callback = await callbackOf(browser, service.stack.baseUrl);
    const cookies = new Map(browser.jar);
    await browser.ask(callback);
    const again = plainBrowser();
    for (const [name, value] of cookies) again.jar.set(name, value);
    expect(outcome(await again.ask(callback), again)).toEqual(failed);
  });

  test('a callback of another user’s attempt does not sign in', async () => {
    const callback = await callbackOf(plainBrowser(), service.stack.baseUrl, 'mallory@example.com');
    const victim = plainBrowser();
    expect(outcome(await victim.ask(callback), victim)).toEqual(failed);
    await victim.ask(at(`${api}/sign-in`));
    expect(outcome(await victim.ask(callback), victim)).toEqual(failed);
  });

  test.each<[string, (callback: URL) => void]>([
    ['with an invented code', (url) => url.searchParams.set('code', 'x'.repeat(43))],
    ['without a code', (url) => url.searchParams.delete('code')],
    ['with another state', (url) => url.searchParams.set('state', 'x'.repeat(43))],
    ['from another provider', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['with an error', (url) => url.searchParams.set('error', 'access_denied')],
  ])('a callback %s does not sign in', async (_, forge) => {
    const browser = plainBrowser();
    const callback = await callbackOf(browser, service.stack.baseUrl);
    forge(callback);
    expect(outcome(await browser.ask(callback), browser)).toEqual(failed);
  });

  test('a callback with the code of another attempt does not sign in', async () => {
    const browser = plainBrowser();
    const first = await callbackOf(browser, service.stack.baseUrl);
    const second = plainBrowser();
    const callback = await callbackOf(second, service.stack.baseUrl);
    callback.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(outcome(await second.ask(callback), second)).toEqual(failed);
  });
});

test('sign-in redirects to a path in any script, but not to one that resolves to the API', async () => {
  const browser = plainBrowser();
  const page = await signInPage(browser, service.stack.baseUrl, '/。?名=é');
  const back = await browser.submit(page, { email: 'ada@example.com' }, isHome);
  expect([back.status, back.headers.get('location')]).toEqual([302, '/%E3%80%82?%E5%90%8D=%C3%A9']);
  for (const path of ['/./api/platform/v1/session', '/%61pi/x', '/a/../api/x'])
    expect((await signInPage(plainBrowser(), service.stack.baseUrl, path)).status).toBe(400);
});

test('twenty invented attempts write no items, do not call the provider and do not sign in', async () => {
  const invented = {
    state: 'x',
    nonce: 'n',
    verifier: 'v',
    returnTo: '/',
    startedAt: new Date().toISOString(),
  };
  const content = Buffer.from(JSON.stringify(invented)).toString('base64url');
  const refusals = () =>
    readFileSync(join(dataDir, 'logs/functions.log'), 'utf8').match(/"sign_in.refused".*"no_attempt"/g)
      ?.length ?? 0;
  const before = refusals();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const browser = plainBrowser();
    browser.jar.set('__Host-sign-in', attempt % 2 ? content : `${content}.${'A'.repeat(43)}`);
    expect(outcome(await browser.ask(at(`${api}/sign-in/callback?code=x&state=x`)), browser)).toEqual(failed);
  }
  await expect.poll(refusals).toBe(before + 20);
  // Attempts are stored under the hash of their state parameter.
  const key = `sign-in/${createHash('sha256').update('x').digest('hex')}`;
  expect(await operatorTable(service.stack).get({ pk: key, sk: 'sign-in' })).toBeUndefined();
});

test('the local sign-in page refuses an invalid email address and allows no scripts', async () => {
  const browser = plainBrowser();
  const page = await browser.submit(await signInPage(browser, service.stack.baseUrl), {
    email: '"><script>',
  });
  expect(page.status).toBe(400);
  expect(page.text).toContain('role="alert"');
  expect(page.text).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('signing out everywhere ends all sessions of the user at once, and sign-in works again', async () => {
  const here = await signedIn('everywhere@example.com');
  const there = await signedIn('everywhere@example.com');
  const otherUser = await signedIn('other@example.com');
  const cookie = `${session}=${here.jar.get(session)}`;
  const out = await here.ask(at(`${api}/sessions`), { method: 'DELETE', headers: asPage(cookie) });
  expect([out.status, here.jar.has(session)]).toEqual([200, false]);
  expect(JSON.parse(out.text)).toEqual({ end_session_url: expect.stringContaining('http') });
  for (const stale of [cookie, `${session}=${there.jar.get(session)}`])
    expect((await fetch(at(`${api}/session`), { headers: { cookie: stale } })).status).toBe(401);
  expect((await sessionOf(otherUser)).status).toBe(200);
  await there.go(at(`${api}/sign-in`), {}, isHome);
  expect((await sessionOf(there)).status).toBe(200);
});

test('signing out ends the session at once, here and at the provider', async () => {
  const browser = await signedIn();
  const cookie = `${session}=${browser.jar.get(session)}`;
  const out = await browser.ask(at(`${api}/session`), { method: 'DELETE', headers: asPage(cookie) });
  expect([out.status, browser.jar.has(session)]).toEqual([200, false]);
  expect((await fetch(at(`${api}/session`), { headers: { cookie } })).status).toBe(401);

  const { end_session_url: url } = JSON.parse(out.text);
  const logoutPage = await browser.go(url);
  const home = await browser.submit(logoutPage, { logout: 'yes' }, isHome);
  expect(browser.target(home)?.href).toBe(at('/'));
  expect((await signInPage(browser, service.stack.baseUrl)).text).toContain('<label for="email">');
});
