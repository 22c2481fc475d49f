import { describe, expect, test } from 'vitest';
import { sameOrigin } from '#lib/platform/http/middleware/same-origin.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const origin = 'https://console.example';

const statusOf = async (method: string, headers: Record<string, string>): Promise<number | undefined> => {
  const event = httpEvent({ route: `${method} /x`, headers });
  const { reply, context } = await runMiddleware(sameOrigin(origin), { event });
  expect(context !== undefined).toBe(reply.statusCode === 200);
  return reply.statusCode;
};

describe.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post', 'ANYTHING'])('%s', (method) => {
  test('a state-changing request is accepted from pages of the console only', async () => {
    expect(await statusOf(method, { 'sec-fetch-site': 'same-origin' })).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none', '', 'Same-Origin', 'same-origin, cross-site'])
      expect(await statusOf(method, { 'sec-fetch-site': site, origin })).toBe(403);
  });

  test('a state-changing request without Sec-Fetch-Site is judged by its Origin', async () => {
    expect(await statusOf(method, { origin })).toBe(200);
    for (const other of [
      'https://evil.example',
      'null',
      `${origin}.evil.example`,
      'http://console.example',
      '',
    ])
      expect(await statusOf(method, { origin: other })).toBe(403);
    expect(await statusOf(method, {})).toBe(403);
  });
});

test('a read needs no origin check, because other sites cannot see its response', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(await statusOf(method, { 'sec-fetch-site': 'cross-site' })).toBe(200);
});
