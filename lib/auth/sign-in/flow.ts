import * as z from 'zod';
import { cookieOf, setCookie } from '#lib/http/cookies.ts';

/** One attempt to sign in, as the browser that makes it carries it to the identity provider and back. */
const Flow = z.object({
  /** Comes back with the code: whoever lacks the cookie cannot finish, nor have somebody else finish, this attempt. */
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  startedAt: z.iso.datetime(),
});
export type Flow = z.infer<typeof Flow>;

export const flowCookie = '__Host-sign-in';
export const flowSeconds = 10 * 60;

export const flowToCookie = (flow: Flow): string =>
  setCookie(flowCookie, Buffer.from(JSON.stringify(flow)).toString('base64url'), flowSeconds);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** The attempt that a browser is in the middle of, undefined when there is none or it took too long. */
export const flowOfCookies = (cookies: readonly string[], now: Date): Flow | undefined => {
  const { data } = Flow.safeParse(parsed(cookieOf(cookies, flowCookie) ?? ''));
  if (!data) return undefined;
  return Date.parse(data.startedAt) + flowSeconds * 1000 > now.getTime() ? data : undefined;
};
