import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

test('an answer has the request id, beside the headers it has already', async () => {
  const answer = () => ({ statusCode: 200, headers: { allow: 'GET' } });
  const { reply } = await runMiddleware(requestId(), { answer });
  expect(reply.headers).toEqual({ allow: 'GET', 'x-request-id': 'request-7' });
});

test('an error has the request id too', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  const { reply } = await runMiddleware(requestId(), { answer: refuse });
  expect(reply).toMatchObject({ statusCode: 404, headers: { 'x-request-id': 'request-7' } });
});
