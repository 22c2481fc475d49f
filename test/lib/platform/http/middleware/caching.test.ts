import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { publicCaching } from '#lib/platform/http/middleware/caching.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

test('a public answer may be kept for five minutes', async () => {
  const answer = () => ({ statusCode: 200, headers: { 'cache-control': 'no-store', vary: 'x' } });
  const { reply } = await runMiddleware(publicCaching(), { answer });
  expect(reply.headers).toEqual({ 'cache-control': 'public, max-age=300', vary: 'x' });
});

test('a public error may not be kept', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  const { reply } = await runMiddleware(publicCaching(), { answer: refuse });
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
});
