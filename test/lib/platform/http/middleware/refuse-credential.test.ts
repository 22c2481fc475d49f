import { beforeEach, expect, test } from 'vitest';
import { refuseApiKey, refuseConsoleCookie } from '#lib/platform/http/middleware/refuse-credential.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { watchLog } from '../../../../support/log-lines.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

const session = { ...httpEvent(), cookies: ['__Host-session=abc'] };
const key = httpEvent({ headers: { authorization: 'Bearer es_live_x' } });
const both = { ...key, cookies: session.cookies };

test('the cookie of the console does not open the API', async () => {
  const { reply, context } = await runMiddleware(refuseConsoleCookie(), { event: session });
  expect([reply.statusCode, context]).toEqual([403, undefined]);
  expect(watched.of('permission.denied')).toMatchObject([{ reason: 'session_at_api' }]);
});

test.each([
  ['a key', key],
  ['a key beside the cookie of the console', both],
  ['no credential, which authentication refuses', httpEvent()],
])('the API passes %s', async (_, event) => {
  expect((await runMiddleware(refuseConsoleCookie(), { event })).reply.statusCode).toBe(200);
});

test.each([
  ['an API key', key],
  ['an API key beside its cookie', both],
])('the console refuses %s', async (_, event) => {
  const { reply, context } = await runMiddleware(refuseApiKey(), { event });
  expect([reply.statusCode, context]).toEqual([403, undefined]);
  expect(watched.of('permission.denied')).toMatchObject([{ reason: 'api_key_at_console' }]);
});

test('a request of the console with its cookie passes', async () => {
  expect((await runMiddleware(refuseApiKey(), { event: session })).reply.statusCode).toBe(200);
});
