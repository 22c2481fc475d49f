import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { anyOrigin } from '#lib/platform/http/middleware/any-origin.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

test('a page of any origin may read an answer, an error too, and its ids', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  for (const answer of [() => ({ statusCode: 200 }), refuse]) {
    const { reply } = await runMiddleware(anyOrigin(), { answer });
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
    });
  }
});
