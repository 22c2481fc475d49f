import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import { httpEvent } from '../../../../support/http-event.ts';
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

test("the caller's own id is sent back beside ours, and one that a log should not hold is left out", async () => {
  const answered = async (sent: string) => {
    const event = httpEvent({ headers: { 'x-client-request-id': sent } });
    return (await runMiddleware(requestId(), { event })).reply.headers;
  };
  expect(await answered('call-42')).toEqual({
    'x-request-id': 'request-7',
    'x-client-request-id': 'call-42',
  });
  for (const sent of ['', 'a b', 'é', 'x'.repeat(201)]) {
    expect(await answered(sent)).toEqual({ 'x-request-id': 'request-7' });
  }
});
