import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { authentication } from '#lib/platform/http/middleware/authentication.ts';
import { refuseApiKey, refuseConsoleCookie } from '#lib/platform/http/middleware/refuse-credential.ts';
import { sameOrigin } from '#lib/platform/http/middleware/same-origin.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { watchLog } from '../../../../support/log-lines.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});
afterEach(() => watched.stop());

const headers = { ratelimit: 'some left' };
const known = authentication(async () => ({ name: 'Ada', headers }));
const session = { ...httpEvent(), cookies: ['__Host-session=abc'] };
const key = httpEvent({ headers: { authorization: 'Bearer es_live_x' } });

test('the handler gets who sent the request, and the answer their rate limit', async () => {
  const { reply, context } = await runMiddleware(known);
  expect(context?.who.name).toBe('Ada');
  expect(reply.headers).toEqual(headers);
});

test('an error after authentication has the rate limit too', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  const { reply } = await runMiddleware(known, { answer: refuse });
  expect(reply).toMatchObject({ statusCode: 404, headers });
});

test('a header of the answer wins over the rate limit of the same name', async () => {
  const answer = () => ({ statusCode: 200, headers: { ratelimit: 'none left' } });
  expect((await runMiddleware(known, { answer })).reply.headers).toEqual({ ratelimit: 'none left' });
});

test('a request that is refused does not reach the handler', async () => {
  const unknown = authentication(async () => {
    throw new AppError('unauthenticated', 'Send a key.');
  });
  const { reply, context } = await runMiddleware(unknown);
  expect([reply.statusCode, context]).toEqual([401, undefined]);
});

describe('the wrong kind of credential', () => {
  test('the cookie of the console does not open the API', async () => {
    const { reply } = await runMiddleware(refuseConsoleCookie(), { event: session });
    expect(reply.statusCode).toBe(403);
    expect(watched.of('permission.denied')).toMatchObject([{ reason: 'session_at_api' }]);
  });

  test('the API ignores the cookie of the console beside a key', async () => {
    const event = { ...key, cookies: ['__Host-session=abc'] };
    expect((await runMiddleware(refuseConsoleCookie(), { event })).reply.statusCode).toBe(200);
  });

  test('an API key does not open the console, even beside its cookie', async () => {
    const event = { ...key, cookies: ['__Host-session=abc'] };
    expect((await runMiddleware(refuseApiKey(), { event })).reply.statusCode).toBe(403);
    expect(watched.of('permission.denied')).toMatchObject([{ reason: 'api_key_at_console' }]);
  });

  test('the console takes a request without an API key', async () => {
    expect((await runMiddleware(refuseApiKey(), { event: session })).reply.statusCode).toBe(200);
  });
});

test.each([
  ['same-origin', 200],
  ['cross-site', 403],
])('a change that a %s page asks for is answered %i', async (site, status) => {
  const event = httpEvent({ route: 'POST /x', headers: { 'sec-fetch-site': site } });
  const { reply } = await runMiddleware(sameOrigin('https://console.example'), { event });
  expect(reply.statusCode).toBe(status);
});
