import { afterEach, expect, test, vi } from 'vitest';
import { createKey, createOrganization, createRealtimeSession } from '../../../console/api/calls.ts';

type Reply = () => Promise<Response>;
const lost: Reply = async () => {
  throw new TypeError('Failed to fetch');
};
const answers =
  (status: number): Reply =>
  async () =>
    new Response('{}', { status });

/** Creates organizations with these names, one after the other. Returns the sent Idempotency-Keys. */
const keysOf = async (...calls: readonly (readonly [string, Reply])[]) => {
  const sent = vi.spyOn(globalThis, 'fetch');
  for (const [name, reply] of calls) {
    sent.mockImplementationOnce(reply);
    await createOrganization(name).catch(() => {});
  }
  return sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
};

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['was lost', lost],
  ['was a failure of the service', answers(503)],
])('a request repeated after its answer %s has the same Idempotency-Key', async (_, reply) => {
  const [first, second] = await keysOf(['Engines', reply], ['Engines', answers(201)]);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

test.each([
  ['was accepted', answers(201)],
  ['was refused', answers(409)],
])('a request repeated after it %s has another Idempotency-Key', async (_, reply) => {
  const [first, second] = await keysOf(['Engines', reply], ['Engines', answers(201)]);
  expect(second).not.toBe(first);
});

test('another request after a lost answer has another Idempotency-Key', async () => {
  const [first, second, third] = await keysOf(
    ['Engines', lost],
    ['Looms', answers(201)],
    ['Engines', answers(201)],
  );
  expect(second).not.toBe(first);
  expect(third).toBe(first);
});

test('a key whose secret was in a lost answer is revoked, and another one is created', async () => {
  const newKey = { name: 'Server', mode: 'live', expires_at: null } as const;
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(lost);
  await expect(createKey('prj_1', newKey)).rejects.toMatchObject({ type: 'unreachable' });
  sent.mockImplementationOnce(async () => Response.json({ id: 'key_1', secret: null }));
  sent.mockImplementationOnce(async () => new Response(null, { status: 204 }));
  sent.mockImplementationOnce(async () => Response.json({ id: 'key_2', secret: 'es_live_2' }));
  expect(await createKey('prj_1', newKey)).toEqual({ id: 'key_2', secret: 'es_live_2' });
  const lastPart = (path: unknown) => (typeof path === 'string' ? path.split('/').at(-1) : undefined);
  const requests = sent.mock.calls.map(([path, init]) => [init?.method, lastPart(path)]);
  expect(requests).toEqual([
    ['POST', 'api-keys'],
    ['POST', 'api-keys'],
    ['DELETE', 'key_1'],
    ['POST', 'api-keys'],
  ]);
  const keys = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('a realtime session whose secret was in a lost answer is left unused, and another one is created', async () => {
  const start = () =>
    createRealtimeSession({ projectId: 'prj_1', mode: 'live' }, { audio: { format: 'webm_opus' } });
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(lost);
  await expect(start()).rejects.toMatchObject({ type: 'unreachable' });
  sent.mockImplementationOnce(async () => Response.json({ id: 'rts_1', client_secret: null }));
  sent.mockImplementationOnce(async () =>
    Response.json({ id: 'rts_2', client_secret: { value: 'es_rt_2' } }),
  );
  expect(await start()).toEqual({ id: 'rts_2', client_secret: { value: 'es_rt_2' } });
  const keys = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
