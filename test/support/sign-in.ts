import type { Page, PlainBrowser } from './plain-browser.ts';

const path = '/api/platform/v1/sign-in';

const isCallback = (url: URL): boolean => url.pathname === `${path}/callback`;

/** Opens the sign-in page. If the provider has a session, stops at the callback. */
export const signInPage = (
  browser: PlainBrowser,
  baseUrl: string,
  returnTo = '/projects?x=1',
): Promise<Page> => browser.go(`${baseUrl}${path}?return_to=${encodeURIComponent(returnTo)}`, {}, isCallback);

/** Signs in at the provider and returns the callback URL without requesting it. */
export const callbackOf = async (
  browser: PlainBrowser,
  baseUrl: string,
  email = 'ada@example.com',
): Promise<URL> => {
  // With a session at the provider there is no sign-in page.
  const page = await signInPage(browser, baseUrl);
  const last = page.status === 200 ? await browser.submit(page, { email }, isCallback) : page;
  const callback = browser.target(last);
  if (!callback) throw new Error(`No callback, but ${last.status} ${last.text}`);
  return callback;
};

/** Signs in to the console through the identity provider. Returns the response to the callback. */
export const signIn = async (browser: PlainBrowser, baseUrl: string, email?: string): Promise<Page> =>
  browser.ask(await callbackOf(browser, baseUrl, email));
