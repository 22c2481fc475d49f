import { expect, test } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServiceError,
  StateError,
} from '../../../sdk/typescript/errors.ts';
import { Http } from '../../../sdk/typescript/http.ts';
import { answered, fakeEnvironment, refused } from '../../support/fake-fetch.ts';

const baseUrl = 'https://api.example';
const httpOf = (world: ReturnType<typeof fakeEnvironment>, maxRetries = 4) =>
  new Http({ baseUrl, apiKey: 'es_live_k', maxRetries }, world.environment);
/** A response whose connection breaks within its body, as `fetch` reports it. */
const cut = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }));
const request = {
  method: 'POST',
  path: '/v1/files',
  body: { a: 1 },
  idempotencyKey: 'k'.repeat(16),
} as const;

test('a request has the key, its JSON and its Idempotency-Key', async () => {
  const world = fakeEnvironment(() => answered({ id: 'file_a' }));
  expect(await httpOf(world).json(request)).toEqual({ id: 'file_a' });
  const [sent] = world.requests;
  expect([sent?.method, sent?.url.href, sent?.text]).toEqual(['POST', `${baseUrl}/v1/files`, '{"a":1}']);
  expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
    authorization: 'Bearer es_live_k',
    'content-type': 'application/json',
    'idempotency-key': 'k'.repeat(16),
  });
});

test.each(['https://example/earshot', 'https://example/earshot/', 'https://example/earshot/v1/'])(
  'a base URL may have a path of its own: %s',
  async (prefixed) => {
    const { environment, requests } = fakeEnvironment(() => answered({}));
    await new Http({ baseUrl: prefixed, apiKey: 'es_live_k', maxRetries: 0 }, environment).json(request);
    expect(requests[0]?.url.href).toBe('https://example/earshot/v1/files');
  },
);

test('what may succeed later is repeated with the same Idempotency-Key, ever later', async () => {
  const world = fakeEnvironment(
    () => refused('internal_error', 500),
    () => answered({ message: 'Service Unavailable' }, 503),
    () => Promise.reject(new TypeError('fetch failed')),
    () => answered({ id: 'file_a' }),
  );
  await httpOf(world).json(request);
  expect(world.waitsMs).toEqual([500, 1_000, 2_000]);
  expect(new Set(world.requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test.each([408, 429, 500, 502, 503, 504, 520, 522])(
  'a request that is answered %i is repeated',
  async (status) => {
    const world = fakeEnvironment(
      () => answered('', status),
      () => answered({}),
    );
    await httpOf(world).json(request);
    expect(world.requests).toHaveLength(2);
  },
);

test('the wait is that of Retry-After, and a little more so that clients do not meet again', async () => {
  const limited = () => refused('rate_limit_exceeded', 429, {}, { 'retry-after': '7' });
  const world = fakeEnvironment(limited, () => answered({}));
  await httpOf(world).json(request);
  expect(world.waitsMs).toEqual([7_125]);
});

test('a wait of hours is left to the caller', async () => {
  const world = fakeEnvironment(() => refused('test_quota_exceeded', 429, {}, { 'retry-after': '9000' }));
  await expect(httpOf(world).json(request)).rejects.toMatchObject({ retryAfterMs: 9_000_000 });
  expect(world.requests).toHaveLength(1);
});

test('after its tries a request fails with the last error', async () => {
  const world = fakeEnvironment(() => refused('service_unavailable', 503, { retryable: true }));
  await expect(httpOf(world, 2).json(request)).rejects.toBeInstanceOf(ServiceError);
  expect(world.requests).toHaveLength(3);
});

test.each([
  [400, InvalidRequestError],
  [401, AuthenticationError],
  [404, NotFoundError],
  [409, StateError],
  [418, ApiError],
  [501, ServiceError],
])('%i fails at once with an error of its own class', async (status, Class) => {
  const world = fakeEnvironment(() => refused('invalid_request', status));
  await expect(httpOf(world).json(request)).rejects.toBeInstanceOf(Class);
  expect(world.requests).toHaveLength(1);
});

test('an error carries what a program and a person need', async () => {
  const fields = [{ path: 'a', rule: 'unknown_field', message: 'Leave it out.' }];
  const world = fakeEnvironment(() => refused('invalid_request', 400, { details: { fields } }));
  const error = await httpOf(world)
    .json(request)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    type: 'invalid_request',
    status: 400,
    requestId: 'r',
    message: 'No.',
    fields,
    docUrl: `${baseUrl}/v1/errors#invalid_request`,
  });
});

test.each(['https://example.com/earshot', 'https://example.com/earshot/'])(
  'an error of the service at %s links to its description there',
  async (under) => {
    const world = fakeEnvironment(() => refused('not_found', 404));
    const http = new Http({ baseUrl: under, apiKey: 'es_test_a', maxRetries: 0 }, world.environment);
    await expect(http.json(request)).rejects.toMatchObject({
      docUrl: 'https://example.com/earshot/v1/errors#not_found',
    });
  },
);

test.each(['<html>', '[]', 'null', '{"error":"Bad Gateway"}', '{"error":["Bad Gateway"]}', '{"error":{}}'])(
  'an answer that the service did not write is an error of its status: %s',
  async (text) => {
    const world = fakeEnvironment(() => answered(text, 502));
    await expect(httpOf(world, 0).json(request)).rejects.toMatchObject({
      type: 'unknown',
      retryable: true,
      message: 'The service answered 502.',
      docUrl: undefined,
    });
  },
);

test('an error that API Gateway wrote has the id of the request, which the logs have too', async () => {
  const crash = { message: 'Internal Server Error' };
  const world = fakeEnvironment(() => answered(crash, 500, { 'apigw-requestid': 'WQyX1hQ8joEEPeg=' }));
  await expect(httpOf(world, 0).json(request)).rejects.toMatchObject({ requestId: 'WQyX1hQ8joEEPeg=' });
});

test('no answer, and the refusal of a gateway, are errors of their own classes', async () => {
  const down = fakeEnvironment(() => Promise.reject(new TypeError('fetch failed')));
  await expect(httpOf(down, 0).json(request)).rejects.toBeInstanceOf(ConnectionError);
  const limited = fakeEnvironment(() => answered({ message: 'Too Many Requests' }, 429));
  await expect(httpOf(limited, 0).json(request)).rejects.toBeInstanceOf(RateLimitError);
});

test('an answer that is cut counts as none', async () => {
  const world = fakeEnvironment(cut, () => answered({ id: 'file_a' }));
  expect(await httpOf(world).json(request)).toEqual({ id: 'file_a' });
  await expect(httpOf(fakeEnvironment(cut), 0).json(request)).rejects.toBeInstanceOf(ConnectionError);
});

test('a character whose bytes arrive in two pieces stays whole', async () => {
  const bytes = new TextEncoder().encode('"Grüße"');
  const pieces = [bytes.slice(0, 4), bytes.slice(4)];
  const world = fakeEnvironment(() => new Response(ReadableStream.from(pieces)));
  expect(await httpOf(world).json(request)).toBe('Grüße');
});

test('a Retry-After that is no number of seconds counts as none', async () => {
  const date = 'Mon, 23 Nov 2026 16:00:00 GMT';
  const world = fakeEnvironment(
    () => refused('service_unavailable', 503, {}, { 'retry-after': date }),
    () => answered({}),
  );
  await httpOf(world).json(request);
  expect(world.waitsMs).toEqual([500]);
});

test('an abort ends a request and its repetitions with the reason', async () => {
  const stop = new AbortController();
  const world = fakeEnvironment(() => {
    stop.abort(new Error('Enough.'));
    return refused('internal_error', 500);
  });
  await expect(httpOf(world).json({ ...request, signal: stop.signal })).rejects.toThrow('Enough.');
  expect(world.requests).toHaveLength(1);
});
