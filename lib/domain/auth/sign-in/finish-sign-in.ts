import { randomUUID } from 'node:crypto';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Redirect } from '#lib/platform/http/contract.ts';
import { clearCookie, cookieOf, sessionCookie, setCookie } from '#lib/platform/http/cookies.ts';
import { log, addLogFields } from '#lib/platform/log.ts';
import { hashSecret } from '../api-key.ts';
import { endSession, startSession } from '../session-repository.ts';
import { maxSessionSeconds } from '../session.ts';
import { type Flow, flowCookie, flowOfCookies, flowMs } from './flow.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';

export type FinishSignInDeps = {
  readonly table: Pick<Table, 'putNew' | 'transact' | 'update'>;
  readonly provider: Pick<IdentityProvider, 'userOf'>;
  /** The console's origin. */
  readonly origin: string;
  /** The key that signed the cookie. */
  readonly secret: () => Promise<string>;
  readonly now: () => Date;
};

type Callback = {
  readonly cookies: readonly string[];
  readonly userAgent: string | undefined;
  readonly path: string;
  /** The raw query string. */
  readonly query: string;
};

/** The page offers to try again. The reason is only logged, so that the sender of a forged callback learns nothing. */
const failed: Redirect = { location: '/?sign_in=failed', cookies: [clearCookie(flowCookie)] };

const refused = (reason: 'no_attempt' | 'other_attempt' | 'used'): Redirect => {
  log.info('sign_in.refused', { reason });
  return failed;
};

/** Marks the attempt as used; false if it already was. */
const takeFlow = async (table: Pick<Table, 'putNew'>, flow: Flow, now: Date): Promise<boolean> => {
  const pk = `sign-in/${hashSecret(flow.state)}`;
  const ttl = ttlAt(later(now, flowMs));
  const usedBy = randomUUID();
  const { done, item } = await table.putNew({ pk, sk: 'sign-in', ttl, usedBy });
  // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
  return done || item?.['usedBy'] === usedBy;
};

/** Starts a session for a person who returns from the identity provider, and ends the browser's previous session. */
export const finishSignIn = async (
  { table, provider, origin, secret, now }: FinishSignInDeps,
  { cookies, userAgent, path, query }: Callback,
): Promise<Redirect> => {
  const flow = flowOfCookies(cookies, { secret: await secret(), now: now() });
  if (!flow) return refused('no_attempt');
  if (new URLSearchParams(query).get('state') !== flow.state) return refused('other_attempt');
  if (!(await takeFlow(table, flow, now()))) return refused('used');
  try {
    const user = await provider.userOf(new URL(`${origin}${path}?${query}`), flow);
    const former = cookieOf(cookies, sessionCookie);
    if (former !== undefined) await endSession(table, former, now());
    const id = await startSession(table, user, { now: now(), userAgent });
    addLogFields({ user_id: user.id });
    log.info('session.started', { user_id: user.id });
    const session = setCookie(sessionCookie, id, maxSessionSeconds);
    return { location: flow.returnTo, cookies: [session, clearCookie(flowCookie)] };
  } catch (error) {
    log.error('sign_in.failed', error);
    return failed;
  }
};
