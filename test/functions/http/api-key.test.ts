import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import { AppError } from '#lib/platform/errors.ts';
import { contract, createContract, empty, file, json } from '#lib/platform/http/contract.ts';
import { apiKeyCreateRoute, apiKeyRoute } from '#functions/http/api-key.ts';
import { publicRoute } from '#functions/http/public.ts';
import { parseRequest } from '#lib/platform/http/validation.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { noteContract } from '../../support/note-contract.ts';

const authenticate: Authenticate = async (authorization) => {
  if (authorization !== 'Bearer good') throw new AppError('unauthenticated', 'Send a key.');
  return {
    caller: { tenant: 'prj_a.live', organizationId: null, keyId: 'k' },
    headers: { ratelimit: 'some left' },
  };
};
const key = { authorization: 'Bearer good' };

const Note = z.object({ name: z.string(), project: z.string(), route: z.string() });

const create = apiKeyCreateRoute(
  {
    authenticate,
    contract: createContract({
      ...noteContract,
      body: { schema: z.strictObject({ name: z.string() }), example: { name: 'x' } },
      success: json(201, Note, { name: 'x', project: 'prj_a.live', route: 'POST /v1/notes' }),
    }),
  },
  async ({ caller, route, body, idempotencyKey }) => ({
    value: { name: body.name, project: caller.tenant, route },
    replayed: idempotencyKey === 'replayed-replayed',
  }),
);
const Query = z.strictObject({ include: z.string().optional() });
const read = apiKeyRoute(
  {
    authenticate,
    contract: contract({ ...noteContract, query: Query, success: json(200, Query, { include: 'words' }) }),
  },
  async ({ query }) => {
    if (query.include === 'crash') throw new Error('the password is hunter2');
    return query;
  },
);

const post = async (body: string | Uint8Array | undefined, headers: Record<string, string> = {}) => {
  const event = httpEvent({
    route: 'POST /v1/notes',
    headers: { ...key, ...headers },
    ...(body !== undefined && { body }),
  });
  const answer = await create(event, lambdaContext);
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body ?? '') };
};

test('a response carries the request id', async () => {
  const answer = await post('{"name":"x"}');
  expect(answer.status).toBe(201);
  expect(answer.headers?.['x-request-id']).toBe('request-7');
  expect(answer.body).toEqual({ name: 'x', project: 'prj_a.live', route: 'POST /v1/notes' });
});

test('the query reaches the handler parsed', async () => {
  const answer = await read(httpEvent({ headers: key, query: { include: 'words' } }), lambdaContext);
  expect([answer.statusCode, answer.body]).toEqual([200, '{"include":"words"}']);
});

test('a replayed create is marked as replayed', async () => {
  const sent = (value: string) => post('{"name":"x"}', { 'idempotency-key': value });
  expect((await sent('a-key-of-its-own')).headers).not.toHaveProperty('idempotent-replayed');
  expect((await sent('replayed-replayed')).headers).toHaveProperty('idempotent-replayed', 'true');
});

test('a route may respond without a body', async () => {
  const remove = apiKeyRoute(
    { authenticate, contract: contract({ ...noteContract, success: empty }) },
    async () => {},
  );
  const { body, ...answer } = await remove(httpEvent({ headers: key }), lambdaContext);
  expect(body).toBeUndefined();
  expect(answer).toMatchObject({ statusCode: 204, headers: { 'x-request-id': 'request-7' } });
});

test('a route may respond with a file', async () => {
  const download = publicRoute(
    contract({ ...noteContract, success: file({ 'text/vtt': { example: 'WEBVTT' } }) }),
    async () => ({ filename: 'talk.vtt', contentType: 'text/vtt; charset=utf-8', body: 'WEBVTT\n' }),
  );
  expect(await download(httpEvent(), lambdaContext)).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'text/vtt; charset=utf-8',
      'content-disposition': 'attachment; filename="talk.vtt"',
    },
    body: 'WEBVTT\n',
  });
});

test('an unknown query parameter is refused by name', async () => {
  const answer = await read(httpEvent({ headers: key, query: { colour: 'red' } }), lambdaContext);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('colour')]);
});

describe('400 invalid_request', () => {
  test.each(['', '{', '{"name":', 'name=x', '\u0000', '{"name":"x"}}'])('%j is not JSON', async (body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request', details: { fields: [{ path: '', rule: 'json' }] } } },
    });
  });

  const named = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"name":"M'), Buffer.from(bytes), Buffer.from('ller"}')]);

  test.each([
    ['Latin-1', named(0xfc)],
    ['an overlong form', named(0xc0, 0xaf)],
    ['half of a surrogate pair', named(0xed, 0xa0, 0xbd)],
    ['UTF-16', Buffer.from('\ufeff{"name":"x"}', 'utf16le')],
    ['half of a surrogate pair in a string', '{"name":"\ud800"}'],
  ])('a body in %s gets 400 as invalid UTF-8, instead of being converted', async (_, body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request', details: { fields: [{ path: '', rule: 'utf_8' }] } } },
    });
  });

  test('a base64 body of UTF-8 bytes is read like text', async () => {
    expect(await post(named(0xc3, 0xbc))).toMatchObject({ status: 201, body: { name: 'Müller' } });
  });

  test.each([
    ['{"name":"x","name":"y"}', 'name'],
    ['{"name":"x","n\\u0061me":"x"}', 'name'],
    ['{"name":"x","more":[{"a":{"b":1,"b":2}}]}', 'more.0.a.b'],
  ])('the repeated key of %s is named in the error', async (body, path) => {
    const { status, body: answer } = await post(body);
    expect([status, answer.error.details.fields]).toEqual([
      400,
      [{ path, rule: 'duplicate_key', message: 'This key occurs twice in one object. Send it once.' }],
    ]);
  });

  test('every invalid field is named with its path and rule', async () => {
    const { body } = await post('{"name":7,"colour":"red"}');
    expect(body.error).toMatchObject({ type: 'invalid_request', request_id: 'request-7' });
    expect(body.error.details.fields).toEqual([
      { path: 'name', rule: 'invalid_type', message: expect.any(String) },
      { path: 'colour', rule: 'unknown_field', message: expect.any(String) },
    ]);
  });

  test('each unknown field is named by its own path, at any depth', async () => {
    const body = {
      upload_id: 'upl_x',
      webhook_uri: 1,
      langauge_hints: [],
      translation: { target_language: 'es', glossary: [] },
    };
    const thrown = () => parseRequest(NewTranscription, body);
    const fields = ['translation.glossary', 'webhook_uri', 'langauge_hints'].map((path) => {
      return expect.objectContaining({ path, rule: 'unknown_field' });
    });
    expect(thrown).toThrow(expect.objectContaining({ details: { fields } }));
  });

  test('the error stays small, no matter how many fields are invalid', async () => {
    const names = Array.from({ length: 50_000 }, (_, at) => [`field ${at}`, 1]);
    const many = await post(JSON.stringify(Object.fromEntries(names)));
    expect(JSON.stringify(many.body).length).toBeLessThan(10_000);
    const long = await post(JSON.stringify({ name: 'x', ['y'.repeat(900_000)]: 1 }));
    expect(JSON.stringify(long.body).length).toBeLessThan(2_000);
    const deep = `${'{"a":'.repeat(100_000)}{"b":1,"b":1}${'}'.repeat(100_000)}`;
    expect(JSON.stringify((await post(deep)).body).length).toBeLessThan(2_000);
    const items = z.strictObject({ list: z.array(z.string()) });
    expect(() => parseRequest(items, { list: Array.from({ length: 100_000 }, () => 7) })).toThrow(
      expect.objectContaining({ details: { fields: expect.objectContaining({ length: 50 }) } }),
    );
  });

  test.each([
    ['x'.repeat(15), 400],
    ['x'.repeat(16), 201],
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
    [`${'x'.repeat(20)}ü`, 400],
    ['xxxxxxxx xxxxxxx', 201],
    [` ${'x'.repeat(20)}`, 400],
    [`${'x'.repeat(20)} `, 400],
  ])('the Idempotency-Key %j gets %i', async (idempotencyKey, status) => {
    expect((await post('{"name":"x"}', { 'idempotency-key': idempotencyKey })).status).toBe(status);
  });
});

test('401 precedes every other check, so a stranger learns nothing about the route', async () => {
  expect(await post('{', { authorization: 'Bearer bad' })).toMatchObject({
    status: 401,
    body: { error: { type: 'unauthenticated', request_id: 'request-7', details: {} } },
  });
});

test('a body over one megabyte gets 413', async () => {
  const body = (length: number) => JSON.stringify({ name: 'x'.repeat(length - '{"name":""}'.length) });
  expect((await post(body(1_000_000))).status).toBe(201);
  expect(await post(body(1_000_001))).toMatchObject({
    status: 413,
    body: { error: { type: 'payload_too_large' } },
  });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
  'a body of type %j gets 415',
  async (type) => {
    expect(await post('{"name":"x"}', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { error: { type: 'unsupported_media_type' } },
    });
  },
);

test('a 500 carries the request id and nothing about the cause', async () => {
  const answer = await read(httpEvent({ headers: key, query: { include: 'crash' } }), lambdaContext);
  expect(answer.statusCode).toBe(500);
  expect(JSON.parse(answer.body ?? '').error).toMatchObject({
    type: 'internal_error',
    request_id: 'request-7',
  });
  expect(answer.body).not.toContain('hunter2');
});
