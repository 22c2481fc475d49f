import { signal } from '@preact/signals';
import { ApiError } from './api/api-error.ts';
import { endSession, endSessions, getSession } from './api/calls.ts';
import { whenRefused, whenSignedOut } from './api/request.ts';
import { forgetKept, keepFor } from './parts/kept.ts';
import { queries } from './parts/queries.ts';
import { dropFiles } from './sending/kept-files.ts';
import { persist } from './sending/persist.ts';
import { resumeSendings, stopSendings } from './sending/sendings.ts';
import type { Session, SignedOut } from './api/types.ts';
import { loadWorkspace, workspace } from './workspace.ts';

type State =
  | { is: 'unknown' }
  | { is: 'unreachable'; error: unknown }
  | { is: 'signed_out' }
  | { is: 'signed_in'; user: Session['user'] }
  /** The page is hidden and waits until the same user signs in again, in another window or tab. */
  | { is: 'ended'; user: Session['user']; signedIn: PromiseWithResolvers<void> };

export const session = signal<State>({ is: 'unknown' });

/** The user of the page. The page of an ended session has one too, so that nothing on it is lost. */
export const currentUser = (): Session['user'] | undefined =>
  'user' in session.value ? session.value.user : undefined;

const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.type === 'unauthenticated';

/** When this page last detected a sign-in of its user, by `performance.now()`. */
let signedInAt = 0;

whenSignedOut(async (refusal, sentAt) => {
  const { value } = session;
  if (value.is === 'ended') return value.signedIn.promise;
  if (value.is !== 'signed_in') throw refusal;
  // The request was refused for the previous session, whose end the page has already handled.
  if (sentAt < signedInAt) return;
  const signedIn = Promise.withResolvers<void>();
  session.value = { is: 'ended', user: value.user, signedIn };
  return signedIn.promise;
});

/** Between the windows of the console: the id of a user who has signed in. */
type Channel = {
  readonly postMessage: (userId: string) => void;
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
};
let others: Channel | undefined;

const read = async (): Promise<void> => {
  try {
    const { user } = await getSession();
    if (!keepFor(user.id)) return location.reload();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin.
    others?.postMessage(user.id);
    await loadWorkspace();
    session.value = { is: 'signed_in', user };
    resumeSendings();
  } catch (error) {
    session.value = isSignedOut(error) ? { is: 'signed_out' } : { is: 'unreachable', error };
    throw error;
  }
};

let loading = Promise.resolve();
let repeating = new AbortController();

/** Loads the signed-in user and their organizations. Retries if an answer is lost or has to wait. The page shows the reason. */
export const loadSession = (): Promise<void> => {
  repeating.abort();
  repeating = new AbortController();
  session.value = { is: 'unknown' };
  return (loading = persist(read, repeating).catch(() => {}));
};

/** The minimum time between two checks for a changed role or a deleted project. */
const lookAgainMs = 60_000;
let lookedAt = -Infinity;

// Another person may have changed what the user may open.
whenRefused(() => {
  const now = performance.now();
  if (session.peek().is !== 'signed_in' || now - lookedAt < lookAgainMs) return;
  lookedAt = now;
  void loadWorkspace().catch(() => {});
});

/**
 * Starts again for another user, who would otherwise act with this page's data. First removes everything that asks the
 * user to stay.
 */
const beginAnew = (): void => {
  stopSendings();
  session.value = { is: 'unknown' };
  setTimeout(() => location.reload());
};

/** Continues the page of an ended session. */
const goOn = async (signedInId: unknown): Promise<void> => {
  await loading;
  const { value } = session;
  if (value.is === 'signed_out') return loadSession();
  if (!('user' in value) || (value.is === 'signed_in' && value.user.id === signedInId)) return;
  // This page is notified only once, so a lost read is repeated.
  const { user } = await persist(getSession);
  if (user.id !== value.user.id) return beginAnew();
  if (value.is !== 'ended') return;
  signedInAt = performance.now();
  session.value = { is: 'signed_in', user };
  value.signedIn.resolve();
};

/** Continues this page when the user signs in in another window. */
export const followSignIns = (channel: Channel): void => {
  others = channel;
  channel.addEventListener('message', ({ data }) => void goOn(data).catch(() => {}));
};

const leave = async (end: () => Promise<SignedOut>): Promise<void> => {
  const { end_session_url: next } = await end();
  workspace.value = [];
  queries.clear();
  stopSendings();
  await dropFiles();
  session.value = { is: 'signed_out' };
  location.replace('#/');
  forgetKept();
  if (next !== null) location.assign(next);
};

/** Ends the session. If it has ended already, only empties the page. */
const endOwn = (): Promise<SignedOut> =>
  endSession().catch((error: unknown) => {
    if (isSignedOut(error)) return { end_session_url: null };
    throw error;
  });

export const signOut = (): Promise<void> => leave(endOwn);
export const signOutEverywhere = (): Promise<void> => leave(endSessions);
