import { expect, test } from 'vitest';
import * as z from 'zod';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { parseBody, refuseForms } from '#lib/platform/http/middleware/parse-body.ts';
import { parseIdempotencyKey } from '#lib/platform/http/middleware/parse-idempotency-key.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const params = z.object({ id: z.string() });
const query = z.strictObject({ limit: z.coerce.number().default(20) });
const schema = z.strictObject({ name: z.string().default('none') });

test('path and query reach the handler parsed', async () => {
  const event = httpEvent({ params: { id: 'a' }, query: { limit: '5' } });
  const { context } = await runMiddleware(parseParameters({ params, query }), { event });
  expect(context).toMatchObject({ params: { id: 'a' }, query: { limit: 5 } });
});

test('a request without a query has the defaults', async () => {
  const event = httpEvent({ params: { id: 'a' } });
  const { context } = await runMiddleware(parseParameters({ params, query }), { event });
  expect(context?.query).toEqual({ limit: 20 });
});

test('an unknown query parameter is answered 400', async () => {
  const event = httpEvent({ params: { id: 'a' }, query: { colour: 'red' } });
  expect((await runMiddleware(parseParameters({ params, query }), { event })).reply.statusCode).toBe(400);
});

test('the body reaches the handler parsed, with the fingerprint of what was sent', async () => {
  const event = httpEvent({ route: 'POST /x', body: '{}' });
  const { context } = await runMiddleware(parseBody({ body: { schema } }), { event });
  expect(context).toMatchObject({ body: { name: 'none' }, bodyFingerprint: fingerprint({}) });
});

test('the Idempotency-Key reaches the handler', async () => {
  const event = httpEvent({ headers: { 'idempotency-key': 'a-key-of-its-own' } });
  expect((await runMiddleware(parseIdempotencyKey(), { event })).context?.idempotencyKey).toBe(
    'a-key-of-its-own',
  );
});

test('a malformed Idempotency-Key is answered 400', async () => {
  const event = httpEvent({ headers: { 'idempotency-key': 'short' } });
  expect((await runMiddleware(parseIdempotencyKey(), { event })).reply.statusCode).toBe(400);
});

test.each([
  [undefined, 'text/plain', 200],
  ['a=1', 'application/x-www-form-urlencoded', 415],
  ['{}', 'application/json', 200],
])('where no body is read, %j as %s is answered %i', async (body, type, status) => {
  const event = httpEvent({ route: 'POST /x', headers: { 'content-type': type }, ...(body && { body }) });
  expect((await runMiddleware(refuseForms(), { event })).reply.statusCode).toBe(status);
});
