import { contract, json } from '#lib/http/contract.ts';
import { exampleId, none } from '#lib/http/parameters.ts';
import { SessionView } from './get-session.ts';

export const getSession = contract({
  operationId: 'getSession',
  tag: 'Session',
  summary: 'See who is signed in',
  description: 'The page asks this first; 401 means that somebody has to sign in.',
  params: none,
  query: none,
  success: json(200, SessionView, {
    user: { id: exampleId('usr'), email: 'ada@example.com', name: 'Ada' },
    expires_at: '2026-11-20T22:00:00.000Z',
  }),
  errors: [],
});
