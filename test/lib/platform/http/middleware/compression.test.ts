import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const body = 'x'.repeat(200_000);
const answer = () => ({ statusCode: 200, body });

test('a long answer is compressed for a caller that accepts gzip', async () => {
  const event = httpEvent({ headers: { 'accept-encoding': 'gzip' } });
  const { reply } = await runMiddleware(compression(), { event, answer });
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(reply.body ?? '', 'base64')).toString()).toBe(body);
});

test('a long answer is left as it is for a caller that accepts no encoding', async () => {
  expect((await runMiddleware(compression(), { answer })).reply).toEqual({ statusCode: 200, body });
});
