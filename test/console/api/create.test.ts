import { afterEach, expect, test, vi } from 'vitest';
import { createOrganization } from '../../../console/api/calls.ts';

type Reply = () => Promise<Response>;
const lost: Reply = async () => {
  throw new TypeError('Failed to fetch');
};
const answers =
  (status: number): Reply =>
  async () =>
    new Response('{}', { status });

/** Creates organizations with these names, one after the other; returns the Idempotency-Keys that were sent. */
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
