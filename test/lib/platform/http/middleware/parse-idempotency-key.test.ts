import { expect, test } from 'vitest';
import { parseIdempotencyKey } from '#lib/platform/http/middleware/parse-idempotency-key.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const parse = (headers: Record<string, string>, method = 'POST') =>
  runMiddleware(parseIdempotencyKey(), { event: httpEvent({ route: `${method} /x`, headers }) });

test('the Idempotency-Key reaches the handler', async () => {
  const { context } = await parse({ 'idempotency-key': 'a-key-of-its-own' });
  expect(context?.idempotencyKey).toBe('a-key-of-its-own');
});

test('a request without Idempotency-Key reaches the handler', async () => {
  const { reply, context } = await parse({});
  expect([reply.statusCode, context?.idempotencyKey]).toEqual([200, undefined]);
});

test('a malformed Idempotency-Key is answered 400 and does not reach the handler', async () => {
  const { reply, context } = await parse({ 'idempotency-key': 'short' });
  expect([reply.statusCode, context]).toEqual([400, undefined]);
});

test.each(['GET', 'PATCH', 'DELETE'])(
  'the Idempotency-Key of a %s, which needs none, is not looked at',
  async (method) => {
    const { context } = await parse({ 'idempotency-key': 'short' }, method);
    expect(context?.idempotencyKey).toBeUndefined();
  },
);
