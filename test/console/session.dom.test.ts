import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSignIns, loadSession, session } from '../../console/session.ts';

/** A window of the console, and what it tells the others. */
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
  vi.stubGlobal('location', { reload });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const path = typeof input === 'string' ? input : '';
    asked.push(path);
    if (path.endsWith('/session')) return Response.json({ user: { id: signedIn } });
    return Response.json({ data: [], next_cursor: null });
  });
});

afterEach(() => {
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
