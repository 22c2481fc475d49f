import middy from '@middy/core';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import type { Event, HttpHandler } from '#lib/platform/http/middleware/middleware.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { httpEvent, lambdaContext } from '../../../../support/http-event.ts';
import { watchLog } from '../../../../support/log-lines.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

/** The reply when the work throws. */
const answerTo = async (error: unknown): Promise<Reply> => {
  const handle: HttpHandler = middy<Event, Reply>()
    .use(errors())
    .handler(async () => {
      throw error;
    });
  return handle(httpEvent(), lambdaContext);
};

test('an AppError becomes its status, its headers and the error object, and is not logged as a crash', async () => {
  const error = new AppError('rate_limit_exceeded', 'Wait.', {
    headers: { 'retry-after': '7' },
    details: { max: 3 },
  });
  const reply = await answerTo(error);
  expect(reply).toMatchObject({ statusCode: 429, headers: { 'retry-after': '7' } });
  expect(JSON.parse(reply.body ?? '')).toEqual({
    error: {
      type: 'rate_limit_exceeded',
      message: 'Wait.',
      request_id: 'request-7',
      details: { max: 3 },
      retryable: true,
      doc_url: '/v1/errors#rate_limit_exceeded',
    },
  });
  expect(watched.lines).toEqual([]);
});

test('any other error becomes a 500 that says nothing of its cause, and is logged', async () => {
  const reply = await answerTo(new Error('hunter2'));
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain('hunter2');
  expect(watched.of('request.crashed')).toHaveLength(1);
});

test('an outage of AWS becomes a 503 that says when to try again, and is logged', async () => {
  const outage = Object.assign(new Error('Slow down.'), { $metadata: { httpStatusCode: 503 } });
  const reply = await answerTo(outage);
  expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  expect(watched.of('request.crashed')).toHaveLength(1);
});

test('an error may not be kept by a cache', async () => {
  const reply = await answerTo(new Error('Down.'));
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
});
