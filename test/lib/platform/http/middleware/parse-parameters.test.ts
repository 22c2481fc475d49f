import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const params = z.object({ id: z.string() });
const query = z.strictObject({ limit: z.coerce.number().default(20) });
const parse = (sent: Record<string, string> | undefined) =>
  runMiddleware(parseParameters({ params, query }), {
    event: httpEvent({ params: { id: 'a' }, ...(sent && { query: sent }) }),
  });

test('path and query reach the handler parsed', async () => {
  const { context } = await parse({ limit: '5' });
  expect(context).toMatchObject({ params: { id: 'a' }, query: { limit: 5 } });
});

test('a request without a query has the defaults', async () => {
  expect((await parse(undefined)).context?.query).toEqual({ limit: 20 });
});

test('an unknown query parameter is answered 400 and does not reach the handler', async () => {
  const { reply, context } = await parse({ colour: 'red' });
  expect([reply.statusCode, context]).toEqual([400, undefined]);
});

test('a query parameter that occurs twice is answered 400, as the gateway would join its values to another one', async () => {
  const joined = { ...httpEvent({ query: { limit: '5,6' } }), rawQueryString: 'limit=5&li%6Dit=6' };
  const { reply } = await runMiddleware(parseParameters({ params: z.object({}), query: z.looseObject({}) }), {
    event: joined,
  });
  expect(JSON.parse(reply.body ?? '').error.details.fields).toEqual([
    { path: 'limit', rule: 'duplicate_key', message: 'This parameter occurs twice. Send it once.' },
  ]);
});
