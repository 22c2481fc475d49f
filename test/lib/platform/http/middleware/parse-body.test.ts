import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { parseBody } from '#lib/platform/http/middleware/parse-body.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const schema = z.strictObject({ name: z.string().default('none') });
const parse = (body: string) =>
  runMiddleware(parseBody({ body: { schema } }), { event: httpEvent({ route: 'POST /x', body }) });

test('the body reaches the handler parsed, with the fingerprint of what was sent', async () => {
  const { context } = await parse('{}');
  expect(context).toMatchObject({ body: { name: 'none' }, bodyFingerprint: fingerprint({}) });
});

test.each(['{', '{"name":7}', '{"colour":"red"}'])('the body %s is answered 400', async (body) => {
  const { reply, context } = await parse(body);
  expect([reply.statusCode, context]).toEqual([400, undefined]);
});

const parseIn = (coding: string, body: string | Uint8Array) => {
  const headers = { 'content-encoding': coding, 'content-type': 'application/json' };
  const event = httpEvent({ route: 'POST /x', headers, body });
  return runMiddleware(parseBody({ body: { schema } }), { event });
};

test.each([
  ['gzip', gzipSync('{}')],
  ['identity, br', '{}'],
])('a JSON body in the content coding %s is answered 415, with what to do', async (coding, body) => {
  const { reply } = await parseIn(coding, body);
  expect(JSON.parse(reply.body ?? '').error).toMatchObject({
    type: 'unsupported_media_type',
    message: 'Send the body uncompressed.',
  });
});

test.each(['Identity', ''])('a JSON body in the content coding %j is read', async (coding) => {
  expect((await parseIn(coding, '{}')).context).toMatchObject({ body: { name: 'none' } });
});

test('null in an optional field is the same request as without the field', async () => {
  const absent = await parse('{}');
  const sent = await parse('{"name":null}');
  expect(sent.context).toMatchObject({ body: { name: 'none' } });
  expect(sent.context?.bodyFingerprint).toBe(absent.context?.bodyFingerprint);
});
