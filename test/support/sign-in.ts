import type { Page, PlainBrowser } from './plain-browser.ts';

const path = '/api/platform/v1/sign-in';

const isCallback = (url: URL): boolean => url.pathname === `${path}/callback`;

/** Goes to the page on which people say who they are; no further than to the callback, where they are known already. */
export const signInPage = (
  browser: PlainBrowser,
  baseUrl: string,
  returnTo = '/projects?x=1',
): Promise<Page> => browser.go(`${baseUrl}${path}?return_to=${encodeURIComponent(returnTo)}`, {}, isCallback);

/** Says who they are, as far as the address of the callback, which is not asked for. */
export const callbackOf = async (
  browser: PlainBrowser,
  baseUrl: string,
  email = 'ada@example.com',
): Promise<URL> => {
  // Who is known to the provider is not asked again.
  const page = await signInPage(browser, baseUrl);
  const last = page.status === 200 ? await browser.submit(page, { email }, isCallback) : page;
  const callback = browser.target(last);
  if (!callback) throw new Error(`No callback, but ${last.status} ${last.text}`);
  return callback;
};

/** Signs in to the console of the service, by the identity provider; the answer to the callback. */
export const signIn = async (browser: PlainBrowser, baseUrl: string, email?: string): Promise<Page> =>
  browser.ask(await callbackOf(browser, baseUrl, email));
