import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import { watchLog } from '../../../../support/log-lines.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});
afterEach(() => watched.stop());

const throwing = (error: unknown) => () => {
  throw error;
};

test('an AppError becomes its status, its headers and the error object, and is not logged as a crash', async () => {
  const error = new AppError('rate_limit_exceeded', 'Wait.', {
    headers: { 'retry-after': '7' },
    details: { max: 3 },
  });
  const { reply } = await runMiddleware(requestId(), { answer: throwing(error) });
  expect(reply).toMatchObject({ statusCode: 429, headers: { 'retry-after': '7' } });
  expect(JSON.parse(reply.body ?? '')).toEqual({
    error: { type: 'rate_limit_exceeded', message: 'Wait.', request_id: 'request-7', details: { max: 3 } },
  });
  expect(watched.lines).toEqual([]);
});

test('any other error becomes a 500 that says nothing of its cause, and is logged', async () => {
  const { reply } = await runMiddleware(requestId(), { answer: throwing(new Error('hunter2')) });
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain('hunter2');
  expect(watched.of('request.crashed')).toHaveLength(1);
});

test('an error carries the request id in its header too', async () => {
  const { reply } = await runMiddleware(requestId(), { answer: throwing(new Error('Down.')) });
  expect(reply.headers).toMatchObject({ 'x-request-id': 'request-7' });
});
