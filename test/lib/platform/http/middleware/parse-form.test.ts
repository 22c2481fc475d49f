import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseForm } from '#lib/platform/http/middleware/parse-form.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const schema = z.record(z.string(), z.unknown());

const parse = async (form: FormData, more: Record<string, string> = {}) => {
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', ...more };
  const event = httpEvent({ route: 'POST /x', headers, body: await sent.bytes() });
  return runMiddleware(parseForm({ body: { schema } }), { event });
};

const formOf = (...fields: readonly (readonly [string, string | File])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  return form;
};
const file = (text: string, name = 'täst.mp3') => new File([text], name, { type: 'audio/mpeg' });

test('fields, lists, objects and files reach the handler, bytes unchanged', async () => {
  const bytes = String.fromCodePoint(0, 1, 13, 10, 45, 45);
  const { context } = await parse(
    formOf(
      ['model', 'auto'],
      ['kinds[]', 'word'],
      ['kinds[]', 'segment'],
      ['metadata[team]', 'support'],
      ['file', file(bytes)],
    ),
  );
  expect(context?.['body']).toMatchObject({
    model: 'auto',
    kinds: ['word', 'segment'],
    metadata: { team: 'support' },
  });
  const { file: received } = z.object({ file: z.file() }).parse(context?.['body']);
  expect([received.name, received.type, await received.text()]).toEqual(['täst.mp3', 'audio/mpeg', bytes]);
});

test('forms have one fingerprint if they say the same, whatever their boundary', async () => {
  const fingerprint = async (form: FormData) => (await parse(form)).context?.['bodyFingerprint'];
  const first = await fingerprint(formOf(['model', 'auto'], ['file', file('a')]));
  expect(await fingerprint(formOf(['file', file('a')], ['model', 'auto']))).toBe(first);
  expect(await fingerprint(formOf(['model', 'auto'], ['file', file('b')]))).not.toBe(first);
  expect(await fingerprint(formOf(['model', 'other'], ['file', file('a')]))).not.toBe(first);
  expect(await fingerprint(formOf(['model', 'auto'], ['file', file('a', 'b.mp3')]))).not.toBe(first);
});

test('a field that is there as a text and as an object is refused', async () => {
  const { reply } = await parse(formOf(['model', 'a'], ['model[x]', 'b']));
  expect([reply.statusCode, JSON.parse(reply.body ?? '').error.details.fields[0].path]).toEqual([
    400,
    'model',
  ]);
});

test('a compressed form is answered 415', async () => {
  const { reply } = await parse(formOf(['model', 'auto']), { 'content-encoding': 'gzip' });
  expect([reply.statusCode, JSON.parse(reply.body ?? '').error.message]).toEqual([
    415,
    'Send the body uncompressed.',
  ]);
});

test.each([
  ['items of a list', 24_000, () => 'kinds[]'],
  ['fields of one name', 24_000, () => 'kinds'],
  ['keys of an object', 7_000, (at: number) => `metadata[${at}]`],
])('a form with thousands of %s is read within seconds', async (_, count, nameOf) => {
  const form = formOf(...Array.from({ length: count }, (_field, at) => [nameOf(at), 'x'] as const));
  const started = performance.now();
  await parse(form);
  expect(performance.now() - started).toBeLessThan(4_000);
});
