import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, poster } from '#lib/domain/webhooks/attempt.ts';
import { fetchDeps, startOrigin } from '../../../support/https-origin.ts';

const origin = await startOrigin();
afterAll(() => origin.stop());

const post = (url: string, timeouts = {}): Promise<Answer> =>
  poster(fetchDeps([origin.allowed], timeouts))(url, { 'webhook-id': 'evt_1' }, '{"é":1}');

test('the receiver gets exactly the signed bytes and headers', async () => {
  const body = Promise.withResolvers<string>();
  const url = origin.answering((request, response) => {
    request.toArray().then((chunks) => body.resolve(Buffer.concat(chunks).toString()), body.reject);
    response.writeHead(204).end();
  });
  expect(await post(url)).toEqual({ statusCode: 204, error: null, body: '', retryAfter: undefined });
  expect(await body.promise).toBe('{"é":1}');
  const { method, headers } = origin.requests.at(-1) ?? {};
  expect([method, headers?.['webhook-id'], headers?.['content-length']]).toEqual(['POST', 'evt_1', '8']);
});

test.each([200, 301, 307, 400, 410, 500])(
  'status %d is reported as the outcome, and a redirect is not followed',
  async (status) => {
    const url = origin.answering((_, response) =>
      response.writeHead(status, { location: origin.url('/other') }).end(),
    );
    const before = origin.requests.length;
    expect(await post(url)).toMatchObject({ statusCode: status, error: null });
    expect(origin.requests.length).toBe(before + 1);
  },
);

test('the Retry-After of a receiver is reported', async () => {
  const url = origin.answering((_, response) => response.writeHead(429, { 'retry-after': '120' }).end());
  expect(await post(url)).toEqual({ statusCode: 429, error: null, body: '', retryAfter: '120' });
});

describe('of a response body only the beginning counts', () => {
  test('the first 1,024 bytes of a response body are reported as text, without a character that they cut', async () => {
    const long = origin.answering((_, response) => response.writeHead(500).end(`x${'é'.repeat(9_000)}`));
    expect((await post(long)).body).toBe(`x${'é'.repeat(511)}`);
  });

  test('bytes that are no text take no more than 1,024 bytes once they are stored as text', async () => {
    const binary = origin.answering((_, response) => response.writeHead(500).end(Buffer.alloc(9_000, 0xff)));
    expect((await post(binary)).body).toBe('\ufffd'.repeat(341));
  });

  test('an endless response body is read only at its beginning', async () => {
    const { url, lost } = origin.endless('/endless');
    const begun = performance.now();
    expect(await post(url)).toMatchObject({ statusCode: 200 });
    await lost;
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('a response whose body breaks off is a response', async () => {
    const url = origin.on('/half', (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    expect(await post(url)).toMatchObject({ statusCode: 200, error: null });
  });

  test('a trickling response body is not waited for', async () => {
    const url = origin.on('/drip', (_, response) => {
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
      response.writeHead(202);
    });
    const begun = performance.now();
    expect(await post(url)).toMatchObject({ statusCode: 202 });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test.each(['', 'Identity', 'aws-chunked'])(
    'plain text under the encoding %j is reported',
    async (encoding) => {
      const url = origin.on('/plain', (_, response) =>
        response.writeHead(500, { 'content-encoding': encoding }).end('No.'),
      );
      expect(await post(url)).toMatchObject({ statusCode: 500, body: 'No.' });
    },
  );

  test('an encoded or allegedly huge response body does not matter', async () => {
    const encoded = origin.on('/gzip', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await post(encoded)).toMatchObject({ statusCode: 200, body: null });
    const huge = origin.on('/huge', (_, response) =>
      response.writeHead(200, { 'content-length': '9999999999' }).write('x'),
    );
    expect(await post(huge)).toMatchObject({ statusCode: 200 });
  });
});

describe('no response', () => {
  test('a late response is a timeout', async () => {
    const url = origin.on('/slow', () => {});
    const late = { statusCode: null, error: 'timeout', body: null, retryAfter: undefined };
    expect(await post(url, { firstByteMs: 50 })).toEqual(late);
  });

  test('a broken connection is reported', async () => {
    const url = origin.on('/broken', (_request, _response, raw) => raw.destroy());
    expect(await post(url)).toMatchObject({ statusCode: null, error: 'interrupted' });
  });

  test('a response that is not HTTP is reported', async () => {
    const url = origin.on('/garbage', (_request, _response, raw) => raw.end('What?\r\n\r\n'));
    expect(await post(url)).toMatchObject({ statusCode: null, error: 'bad_response' });
  });

  test('an untrusted certificate is reported', async () => {
    const other = await startOrigin();
    const { ca: _ca, ...allowed } = other.allowed;
    const response = await poster(fetchDeps([allowed]))(other.url('/'), {}, '{}');
    expect(response).toMatchObject({ statusCode: null, error: 'tls' });
    other.stop();
  });

  test('a private address is blocked', async () => {
    const response = await poster(fetchDeps([]))('https://169.254.169.254/', {}, '{}');
    expect(response).toMatchObject({ statusCode: null, error: 'blocked_address' });
  });
});
