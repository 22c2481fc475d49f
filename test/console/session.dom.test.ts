import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listOrganizations } from '../../console/api/calls.ts';
import { currentUser, followSignIns, loadSession, session, signOut } from '../../console/session.ts';
import { workspace } from '../../console/workspace.ts';

/** A window of the console, and the messages that it sends to the other windows. */
const openWindow = async () => {
  const told: string[] = [];
  const listeners: ((event: MessageEvent) => void)[] = [];
  followSignIns({
    postMessage: (userId) => void told.push(userId),
    addEventListener: (_, listener) => void listeners.push(listener),
  });
  await loadSession();
  const hear = (userId: string): void => {
    for (const listen of listeners) listen(new MessageEvent('message', { data: userId }));
  };
  return { told, hear };
};

const reload = vi.fn<() => void>();
let signedIn: string;
let asked: string[];
beforeEach(() => {
  [signedIn, asked] = ['usr_a', []];
  reload.mockClear();
  vi.stubGlobal('location', { reload, replace: () => {} });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const path = typeof input === 'string' ? input : '';
    asked.push(path);
    if (path.endsWith('/session')) return Response.json({ user: { id: signedIn } });
    return Response.json({ data: [], next_cursor: null });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  session.value = { is: 'unknown' };
});

test('a tab begins anew when another user has signed in in another tab, so that nothing it does happens as theirs', async () => {
  const { hear, told } = await openWindow();
  expect(told).toEqual(['usr_a']);
  expect(session.value).toMatchObject({ is: 'signed_in', user: { id: 'usr_a' } });
  signedIn = 'usr_b';
  hear('usr_b');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(session.value.is).toBe('unknown');
});

test('a tab that loads while another user signs in begins anew too', async () => {
  const { hear } = await openWindow();
  const loading = loadSession();
  signedIn = 'usr_b';
  hear('usr_b');
  await loading;
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a tab stays as it is, and asks for nothing, when its own user opens another', async () => {
  const { hear } = await openWindow();
  asked = [];
  hear('usr_a');
  await setImmediate();
  expect(session.value.is).toBe('signed_in');
  expect(asked).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

const refused = () =>
  Response.json({ error: { type: 'unauthenticated', message: 'Sign in.' } }, { status: 401 });

test('the page of an ended session still has its user, so that its forms stay filled in', async () => {
  await openWindow();
  vi.mocked(fetch).mockImplementationOnce(async () => refused());
  void listOrganizations();
  await vi.waitFor(() => expect(session.value.is).toBe('ended'));
  expect(currentUser()).toEqual({ id: 'usr_a' });
});

test.each(['live', 'ended'])(
  'signing out of a session that is %s empties the page at once',
  async (state) => {
    await openWindow();
    workspace.value = [
      { id: 'org_1', name: 'Engines', role: 'owner', rights: [], created_at: '', projects: [] },
    ];
    const answer = state === 'live' ? Response.json({ end_session_url: null }) : refused();
    vi.mocked(fetch).mockImplementationOnce(async () => answer);
    await signOut();
    expect(session.value.is).toBe('signed_out');
    expect(workspace.value).toEqual([]);
  },
);

test('a request of the ended session that is refused after the new sign-in does not end the new session', async () => {
  const { hear } = await openWindow();
  const first = refused();
  const late = Promise.withResolvers<Response>();
  vi.mocked(fetch).mockImplementationOnce(async () => first);
  vi.mocked(fetch).mockImplementationOnce(() => late.promise);
  const requests = Promise.all([listOrganizations(), listOrganizations()]);
  await vi.waitFor(() => expect(session.value.is).toBe('ended'));
  hear('usr_a');
  await vi.waitFor(() => expect(session.value.is).toBe('signed_in'));
  late.resolve(refused());
  expect(await requests).toHaveLength(2);
  expect(session.value.is).toBe('signed_in');
});

test('the page of an ended session goes on although the first read of who has signed in is lost', async () => {
  const { hear } = await openWindow();
  vi.mocked(fetch).mockImplementationOnce(async () => refused());
  const organizations = listOrganizations();
  await vi.waitFor(() => expect(session.value.is).toBe('ended'));
  vi.useFakeTimers();
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  hear('usr_a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.value.is).toBe('signed_in');
  await organizations;
});

const tooMany = () =>
  Response.json(
    { error: { type: 'rate_limit_exceeded', message: 'Try again in 4 s.' } },
    { status: 429, headers: { 'retry-after': '4' } },
  );

test('a first read that has to wait is repeated when the service says, and the page says why until then', async () => {
  vi.useFakeTimers();
  vi.mocked(fetch).mockImplementationOnce(async () => tooMany());
  const loading = loadSession();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(session.value).toMatchObject({ is: 'unreachable', error: { message: 'Try again in 4 s.' } });
  await vi.advanceTimersByTimeAsync(200);
  await loading;
  expect(session.value).toMatchObject({ is: 'signed_in', user: { id: 'usr_a' } });
});

test('what a user may open is read again after a refusal, at most once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await openWindow();
  const refusal = (status: number) => async () =>
    Response.json({ error: { type: 'permission_denied', message: 'No.' } }, { status });
  const refuse = async (status: number): Promise<void> => {
    vi.mocked(fetch).mockImplementationOnce(refusal(status));
    await expect(listOrganizations()).rejects.toThrow('No.');
    await setImmediate();
  };
  const readAgain = () => asked.filter((path) => path.endsWith('/organizations')).length;
  asked = [];
  for (const status of [400, 403, 404]) await refuse(status);
  expect(readAgain()).toBe(1);
  vi.advanceTimersByTime(60_000);
  await refuse(404);
  expect(readAgain()).toBe(2);
});
