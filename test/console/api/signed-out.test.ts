import { afterEach, expect, test, vi } from 'vitest';
import { getSession, listOrganizations } from '../../../console/api/calls.ts';
import { request, whenSignedOut } from '../../../console/api/request.ts';

const unauthenticated = async () =>
  Response.json({ error: { type: 'unauthenticated', message: 'Sign in.' } }, { status: 401 });

afterEach(() => {
  vi.restoreAllMocks();
  whenSignedOut(async (refusal) => {
    throw refusal;
  });
});

test('a request of an ended session is sent again, unchanged, when its user has signed in', async () => {
  const signedIn = Promise.withResolvers<void>();
  whenSignedOut(() => signedIn.promise);
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(unauthenticated);
  sent.mockImplementationOnce(async () => Response.json({ id: 'org_1' }));
  const answer = request('POST', '/organizations', { body: { name: 'Engines' }, idempotencyKey: 'key' });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  signedIn.resolve();
  expect(await answer).toEqual({ id: 'org_1' });
  expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0]);
});

test('a request that waits for a sign-in can be aborted', async () => {
  whenSignedOut(() => new Promise(() => {}));
  vi.spyOn(globalThis, 'fetch').mockImplementation(unauthenticated);
  const controller = new AbortController();
  const answer = request('GET', '/organizations', { signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('a request fails if nobody was signed in, and the question who is signed in never waits', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(unauthenticated);
  await expect(listOrganizations()).rejects.toMatchObject({ type: 'unauthenticated' });
  whenSignedOut(() => new Promise(() => {}));
  await expect(getSession()).rejects.toMatchObject({ type: 'unauthenticated' });
});
