/** The cookie that holds the id of a session. `__Host-` binds it to exactly this host: no sibling domain can set it. */
export const sessionCookie = '__Host-session';

/** The value of a cookie among those of a request ("name=value"), undefined if absent or empty. */
export const cookieOf = (cookies: readonly string[] | undefined, name: string): string | undefined =>
  cookies?.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;

// Lax, not Strict: the browser must send the sign-in cookie when the identity provider redirects to us.
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** A Set-Cookie for a value that needs no escaping. */
export const setCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`;

/** A Set-Cookie that removes the cookie. */
export const clearCookie = (name: string): string => setCookie(name, '', 0);
