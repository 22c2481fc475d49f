/** The cookie that holds the id of a session. `__Host-` ties it to this very host: no sibling domain can set one. */
export const sessionCookie = '__Host-session';

/** The value of a cookie among those of a request ("name=value"), undefined when it is not there or empty. */
export const cookieOf = (cookies: readonly string[] | undefined, name: string): string | undefined =>
  cookies?.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;

// Lax, not Strict: coming back from the identity provider, the browser must send what the flow was started with.
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** A Set-Cookie for a value that needs no escaping; without an age it goes when the browser is closed. */
export const setCookie = (name: string, value: string, maxAgeSeconds?: number): string =>
  `${name}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`;

/** A Set-Cookie that removes it. */
export const clearCookie = (name: string): string => setCookie(name, '', 0);
