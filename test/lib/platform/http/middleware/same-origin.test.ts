import { expect, test } from 'vitest';
import { sameOrigin } from '#lib/platform/http/middleware/same-origin.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const origin = 'https://console.example';

test.each([
  ['POST', { 'sec-fetch-site': 'same-origin' }, 200],
  ['POST', { 'sec-fetch-site': 'cross-site' }, 403],
  ['POST', { origin }, 200],
  ['POST', { origin: 'https://evil.example' }, 403],
  ['GET', { 'sec-fetch-site': 'cross-site' }, 200],
])('a %s with %j is answered %i', async (method, headers, status) => {
  const event = httpEvent({ route: `${method} /x`, headers: { ...headers } });
  const { reply, context } = await runMiddleware(sameOrigin(origin), { event });
  expect([reply.statusCode, context !== undefined]).toEqual([status, status === 200]);
});
