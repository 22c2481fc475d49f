import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { cookieOf, setCookie } from '#lib/platform/http/cookies.ts';
import { returnTo } from './return-to.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';

/** One sign-in attempt, which the browser carries in a cookie to the identity provider and back. */
const Flow = z.object({
  /** Returned with the code. It binds the callback to the browser with the cookie, against login CSRF. */
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo,
  startedAt: z.iso.datetime(),
});
export type Flow = z.infer<typeof Flow>;

export const flowCookie = '__Host-sign-in';
export const flowMs = 10 * minuteMs;

const signatureOf = (content: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${flowCookie}=${content}`).digest();

/** Signed, so that only attempts that began here can be finished. */
export const flowToCookie = (flow: Flow, secret: string): string => {
  const content = Buffer.from(JSON.stringify(flow)).toString('base64url');
  const signature = signatureOf(content, secret).toString('base64url');
  return setCookie(flowCookie, `${content}.${signature}`, flowMs / secondMs);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** The browser's attempt. Undefined if there is none, if it has expired, or if its signature is invalid. */
export const flowOfCookies = (
  cookies: readonly string[],
  { secret, now }: { readonly secret: string; readonly now: Date },
): Flow | undefined => {
  const [content = '', signed = ''] = (cookieOf(cookies, flowCookie) ?? '').split('.');
  const signature = Buffer.from(signed, 'base64url');
  const expected = signatureOf(content, secret);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  const { data } = Flow.safeParse(parsed(content));
  if (!data) return undefined;
  return Date.parse(data.startedAt) + flowMs > now.getTime() ? data : undefined;
};
