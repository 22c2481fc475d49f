import { signal } from '@preact/signals';
import { ApiError } from './api/api-error.ts';
import { endSession, endSessions, getSession } from './api/calls.ts';
import { whenSignedOut } from './api/request.ts';
import { queries } from './parts/queries.ts';
import type { Session } from './api/types.ts';
import { loadWorkspace, workspace } from './workspace.ts';

type State =
  | { is: 'unknown' }
  | { is: 'unreachable'; error: unknown }
  | { is: 'signed_out'; ended: boolean }
  | { is: 'signed_in'; user: Session['user'] };

export const session = signal<State>({ is: 'unknown' });

whenSignedOut(() => {
  session.value = { is: 'signed_out', ended: session.value.is === 'signed_in' };
});

/** Loads the signed-in user and their organizations. */
export const loadSession = async (): Promise<void> => {
  session.value = { is: 'unknown' };
  try {
    const { user } = await getSession();
    await loadWorkspace();
    session.value = { is: 'signed_in', user };
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.type === 'unauthenticated';
    if (!isSignedOut) session.value = { is: 'unreachable', error };
  }
};

const leave = async (end: typeof endSession): Promise<void> => {
  const { end_session_url: next } = await end();
  workspace.value = [];
  queries.clear();
  session.value = { is: 'signed_out', ended: false };
  location.replace('#/');
  if (next !== null) location.assign(next);
};

export const signOut = (): Promise<void> => leave(endSession);
export const signOutEverywhere = (): Promise<void> => leave(endSessions);
