import * as z from 'zod';
import { contract, empty, json, redirect, type Success } from '#lib/platform/http/contract.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { reply } from '#lib/platform/http/reply.ts';
import { clearCookie, sessionCookie } from '#lib/platform/http/cookies.ts';
import { SessionView } from './get-session.ts';
import { type OwnSession, SessionsView } from './list-sessions.ts';
import { returnTo } from './sign-in/return-to.ts';
import { SignedOut } from './sign-out.ts';

export const getSession = contract({
  operationId: 'getSession',
  tag: 'Session',
  summary: 'Read the session',
  description: 'The signed-in person. 401 means that they must sign in first.',
  params: none,
  query: none,
  success: json(200, SessionView, {
    user: { id: exampleId('usr'), email: 'ada@example.com', name: 'Ada' },
    expires_at: '2026-11-20T22:00:00.000Z',
  }),
  errors: [],
});

const over: SignedOut = { end_session_url: 'https://sign-in.example.com/logout?client_id=console' };
const signedOut: Success<SignedOut> = {
  ...json(200, SignedOut, over),
  toReply: (signedOutView) => ({ ...reply(200, signedOutView), cookies: [clearCookie(sessionCookie)] }),
};

export const deleteSession = contract({
  operationId: 'deleteSession',
  tag: 'Session',
  summary: 'Sign out',
  description:
    "Ends the session at once. Send the browser to `end_session_url` to end the identity provider's session too.",
  params: none,
  query: none,
  success: signedOut,
  errors: [],
});

const own: OwnSession = {
  id: exampleId('ses'),
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-20T11:55:00.000Z',
  expires_at: '2026-11-20T23:55:00.000Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/147.0',
  is_current: true,
};

export const listSessions = contract({
  operationId: 'listSessions',
  tag: 'Session',
  summary: 'List your sessions',
  description: 'Your live sessions, newest first.',
  params: none,
  query: none,
  success: json(200, SessionsView, { data: [own] }),
  errors: [],
});

export const endOwnSession = contract({
  operationId: 'endSession',
  tag: 'Session',
  summary: 'End one of your sessions',
  description: 'The next request of that browser is refused. Repeating it has no effect.',
  params: z.strictObject({ session_id: pathId('ses', 'The id of one of your sessions.') }),
  query: none,
  success: empty,
  errors: ['not_found'],
});

export const deleteSessions = contract({
  operationId: 'deleteSessions',
  tag: 'Session',
  summary: 'Sign out everywhere',
  description:
    "Ends all your sessions at once, in every browser. The identity provider's own sessions continue: other browsers may still be signed in there.",
  params: none,
  query: none,
  success: signedOut,
  errors: [],
});

export const startSignIn = contract({
  operationId: 'startSignIn',
  tag: 'Session',
  summary: 'Sign in',
  description: 'Sends the browser to the identity provider.',
  params: none,
  query: z.strictObject({ return_to: returnTo }),
  success: redirect,
  errors: ['invalid_request', 'service_unavailable'],
});

export const finishSignIn = contract({
  operationId: 'finishSignIn',
  tag: 'Session',
  summary: 'Return from the identity provider',
  description: 'Signs the browser in and redirects it to `return_to`, or to `/?sign_in=failed`.',
  params: none,
  // The provider may add parameters; the relevant ones are checked against the attempt.
  query: z.looseObject({}),
  success: redirect,
  errors: ['service_unavailable'],
});
