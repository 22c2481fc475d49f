import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { publicCaching } from '#lib/platform/http/middleware/caching.ts';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const refuse = () => {
  throw new AppError('not_found', 'There is none.');
};

test('every answer has the request id, beside the headers it has already', async () => {
  const answer = () => ({ statusCode: 200, headers: { allow: 'GET' } });
  const { reply } = await runMiddleware(requestId(), { answer });
  expect(reply.headers).toEqual({ allow: 'GET', 'x-request-id': 'request-7' });
});

test('a long answer is compressed for a caller that accepts gzip', async () => {
  const body = 'x'.repeat(200_000);
  const event = httpEvent({ headers: { 'accept-encoding': 'gzip' } });
  const { reply } = await runMiddleware(compression(), { event, answer: () => ({ statusCode: 200, body }) });
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(reply.body ?? '', 'base64')).toString()).toBe(body);
});

test('a public answer may be kept for five minutes', async () => {
  const { reply } = await runMiddleware(publicCaching());
  expect(reply.headers).toEqual({ 'cache-control': 'public, max-age=300' });
});

test('a public error may not be kept', async () => {
  const { reply } = await runMiddleware(publicCaching(), { answer: refuse });
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
});
