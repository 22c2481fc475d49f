import { afterEach, expect, test, vi } from 'vitest';
import { request } from '../../../console/api/request.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a page in place of an answer, as of a proxy, means that the service was not reached', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<!DOCTYPE html><p>Sign in to this network.'));
  await expect(request('GET', '/organizations')).rejects.toMatchObject({ type: 'unreachable', isLost: true });
});

test('an answer without a body is null', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  expect(await request('DELETE', '/organizations/org_1')).toBeNull();
});
