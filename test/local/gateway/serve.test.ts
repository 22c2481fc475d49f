import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpApi } from '#local/gateway/from-template.ts';
import { bodyMaxBytes, serveHttpApi } from '#local/gateway/serve.ts';
import { listen, type Listener } from '#local/ports.ts';
import { scriptedPool } from '../lambda/scripted-pool.ts';

let listener: Listener | undefined;
const causes: string[] = [];
afterEach(async () => {
  causes.length = 0;
  await listener?.close();
});

const serve = async (handle: (event: string) => unknown, api: Partial<HttpApi> = {}): Promise<string> => {
  listener = await listen(0);
  const target = { functionName: 'scripted', timeoutMs: 30_000 };
  const whole: HttpApi = {
    apiId: 'api',
    accountId: '000000000000',
    routes: ['GET', 'POST'].map((method) => ({ key: `${method} /things/{id}`, target })),
    ...api,
  };
  const pool = scriptedPool(handle);
  const now = () => new Date('2026-11-20T23:14:00Z');
  listener.serve(serveHttpApi(whole, { poolOf: () => pool, now, onFailure: (cause) => causes.push(cause) }));
  return listener.url;
};

/** The event of one request. */
const eventOf = async (path: string, init: RequestInit): Promise<unknown> => {
  const url = await serve((event) => ({ statusCode: 200, body: event }));
  return (await fetch(url + path, init)).json();
};

describe('the event, payload format 2.0', () => {
  test('an event has the decoded path, the raw query, joined values and the caller’s address', async () => {
    const event = await eventOf('/things/a%20b?x=1&x=2&y=%20', {
      headers: { 'X-One': 'a', 'user-agent': 'tester', cookie: 'k=v; l=w' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /things/{id}',
      rawPath: '/things/a b',
      rawQueryString: 'x=1&x=2&y=%20',
      queryStringParameters: { x: '1,2', y: ' ' },
      pathParameters: { id: 'a b' },
      cookies: ['k=v', 'l=w'],
      headers: { 'x-one': 'a', 'user-agent': 'tester' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        http: {
          method: 'GET',
          path: '/things/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'tester',
        },
        routeKey: 'GET /things/{id}',
        stage: '$default',
        time: '20/Nov/2026:23:14:00 +0000',
        timeEpoch: 1795216440000,
      },
      isBase64Encoded: false,
    });
    expect(event).not.toHaveProperty('headers.cookie');
    expect(event).not.toHaveProperty('body');
  });

  test('an event joins the values of a repeated header', async () => {
    const url = await serve((event) => ({ statusCode: 200, body: event }));
    const sent = request(`${url}/things/1`, { headers: { 'x-many': ['a', 'b'] } });
    const answered = new Promise<string>((resolve) =>
      sent.on('response', (response) => resolve(text(response))),
    );
    sent.end();
    expect(JSON.parse(await answered)).toMatchObject({ headers: { 'x-many': 'a,b' } });
  });

  test.each([
    ['application/json; charset=utf-8', '{}', false],
    ['text/plain', 'ä', false],
    ['application/x-www-form-urlencoded', 'a=1', true],
    ['audio/wav', 'RIFF', true],
  ])(
    'a body of type %s is passed as text or base64, like API Gateway does',
    async (type, body, isBase64Encoded) => {
      const event = await eventOf('/things/1', { method: 'POST', body, headers: { 'content-type': type } });
      expect(event).toMatchObject({
        body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
        isBase64Encoded,
      });
    },
  );

  test('a body that is not UTF-8 is passed as base64, even if its type is text', async () => {
    const body = Buffer.from('{"name":"M\u00fcller"}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    expect(await eventOf('/things/1', { method: 'POST', body, headers })).toMatchObject({
      body: body.toString('base64'),
      isBase64Encoded: true,
    });
  });
});

describe('limits and failures', () => {
  const answer = async (path: string, init: RequestInit = {}): Promise<[number, unknown]> => {
    const response = await fetch((listener?.url ?? '') + path, init);
    return [response.status, await response.json()];
  };

  test('a path without a route answers 404', async () => {
    await serve(() => ({}));
    expect(await answer('/nothing')).toEqual([404, { message: 'Not Found' }]);
  });

  test('a body over 10 MB answers 413, and the function is not invoked', async () => {
    let calls = 0;
    await serve(() => (calls += 1));
    const body = Buffer.alloc(bodyMaxBytes + 1);
    expect(await answer('/things/1', { method: 'POST', body })).toEqual([
      413,
      { message: 'Request Too Long' },
    ]);
    expect(calls).toBe(0);
  });

  test('a failed function answers 500 without its error message', async () => {
    await serve(() => {
      throw new Error('secret');
    });
    expect(await answer('/things/1')).toEqual([500, { message: 'Internal Server Error' }]);
  });

  test.each([
    [
      'a result that is not an HTTP response',
      { statusCode: 'many' },
      'scripted did not return an HTTP response',
    ],
    ['a header that cannot be sent', { statusCode: 200, headers: { 'x-one': 'a\nb' } }, 'Invalid character'],
  ])('%s answers 500 and logs the cause', async (_, result, cause) => {
    await serve(() => result);
    expect(await answer('/things/1?token=secret')).toEqual([500, { message: 'Internal Server Error' }]);
    expect(causes).toEqual([expect.stringMatching(`^GET /things/1: .*${cause}`)]);
  });

  test('a function that cannot be invoked answers 500 and logs the cause', async () => {
    listener = await listen(0);
    const target = { functionName: 'absent', timeoutMs: 30_000 };
    const api = { apiId: 'api', accountId: '0', routes: [{ key: 'GET /', target }] };
    const poolOf = () => {
      throw new Error('Function absent cannot run here.');
    };
    const onFailure = (cause: string) => causes.push(cause);
    listener.serve(serveHttpApi(api, { poolOf, now: () => new Date(), onFailure }));
    expect(await answer('/')).toEqual([500, { message: 'Internal Server Error' }]);
    expect(causes).toEqual(['GET /: Error: Function absent cannot run here.']);
  });

  test('a function that exceeds the integration timeout answers 503', async () => {
    const never = new Promise(() => {});
    await serve(() => never, {
      routes: [{ key: 'GET /things/{id}', target: { functionName: 'slow', timeoutMs: 20 } }],
    });
    expect(await answer('/things/1')).toEqual([503, { message: 'Service Unavailable' }]);
  });
});
