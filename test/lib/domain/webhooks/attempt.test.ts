import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, poster } from '#lib/domain/webhooks/attempt.ts';
import { fetchDeps, type Origin, startOrigin } from '../../../support/https-origin.ts';

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.stop());

const post = (url: string, patience = {}): Promise<Answer> =>
  poster(fetchDeps([origin.allowed], patience))(url, { 'webhook-id': 'evt_1' }, '{"é":1}');

test('exactly the bytes arrive, with their headers', async () => {
  const body = Promise.withResolvers<string>();
  const url = origin.answering((request, response) => {
    request.toArray().then((chunks) => body.resolve(Buffer.concat(chunks).toString()), body.reject);
    response.writeHead(204).end();
  });
  expect(await post(url)).toEqual({ statusCode: 204, error: null, retryAfter: undefined });
  expect(await body.promise).toBe('{"é":1}');
  const { method, headers } = origin.requests.at(-1) ?? {};
  expect([method, headers?.['webhook-id'], headers?.['content-length']]).toEqual(['POST', 'evt_1', '8']);
});

test.each([200, 301, 307, 400, 410, 500])('%d is the answer, whatever else it says', async (status) => {
  const url = origin.answering((_, response) =>
    response.writeHead(status, { location: origin.url('/other') }).end(),
  );
  const before = origin.requests.length;
  expect(await post(url)).toMatchObject({ statusCode: status, error: null });
  expect(origin.requests.length).toBe(before + 1);
});

test('is told how long to wait', async () => {
  const url = origin.answering((_, response) => response.writeHead(429, { 'retry-after': '120' }).end());
  expect(await post(url)).toEqual({ statusCode: 429, error: null, retryAfter: '120' });
});

describe('an answer that nobody reads', () => {
  test('may be without end: no more than its beginning is read', async () => {
    const { url, lost } = origin.endless('/endless');
    const begun = performance.now();
    expect(await post(url)).toMatchObject({ statusCode: 200 });
    await lost;
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('may drip: nobody waits for it', async () => {
    const url = origin.on('/drip', (_, response) => {
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
      response.writeHead(202);
    });
    const begun = performance.now();
    expect(await post(url)).toMatchObject({ statusCode: 202 });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('may be encoded, or huge by its own word', async () => {
    const encoded = origin.on('/gzip', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await post(encoded)).toMatchObject({ statusCode: 200 });
    const huge = origin.on('/huge', (_, response) =>
      response.writeHead(200, { 'content-length': '9999999999' }).write('x'),
    );
    expect(await post(huge)).toMatchObject({ statusCode: 200 });
  });
});

describe('no answer', () => {
  test('in time', async () => {
    const url = origin.on('/slow', () => {});
    const late = { statusCode: null, error: 'timeout', retryAfter: undefined };
    expect(await post(url, { firstByteMs: 50 })).toEqual(late);
  });

  test('because the connection breaks', async () => {
    const url = origin.on('/broken', (_request, _response, raw) => raw.destroy());
    expect(await post(url)).toMatchObject({ statusCode: null, error: 'interrupted' });
  });

  test('in HTTP', async () => {
    const url = origin.on('/garbage', (_request, _response, raw) => raw.end('What?\r\n\r\n'));
    expect(await post(url)).toMatchObject({ statusCode: null, error: 'bad_response' });
  });

  test('that can be trusted', async () => {
    const other = await startOrigin();
    const { ca: _ca, ...allowed } = other.allowed;
    const answer = await poster(fetchDeps([allowed]))(other.url('/'), {}, '{}');
    expect(answer).toMatchObject({ statusCode: null, error: 'tls' });
    other.stop();
  });

  test('from an address that is not public', async () => {
    const answer = await poster(fetchDeps([]))('https://169.254.169.254/', {}, '{}');
    expect(answer).toMatchObject({ statusCode: null, error: 'blocked_address' });
  });
});
