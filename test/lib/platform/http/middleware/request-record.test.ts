import { expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { type AnsweredRequest, requestRecord } from '#lib/platform/http/middleware/request-record.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

/** Runs the middleware for a sender who is known before the handler answers. */
const run = async (route: string, answer: () => Reply, write?: (facts: AnsweredRequest) => Promise<void>) => {
  const recorded: AnsweredRequest[] = [];
  const record = write ?? (async (facts: AnsweredRequest) => void recorded.push(facts));
  const middleware = requestRecord();
  const before = middleware.before;
  const { reply } = await runMiddleware(
    {
      ...middleware,
      before: (request) => {
        request.context.who = { record };
        return before?.(request);
      },
    },
    { event: httpEvent({ route }), answer },
  );
  return { reply, recorded };
};

test('what creates is recorded with its path, and what fails with its type', async () => {
  const created = await run('POST /v1/x', () => ({ statusCode: 201, headers: { location: '/v1/x/7' } }));
  expect(created.recorded).toMatchObject([{ status: 201, location: '/v1/x/7', errorType: null }]);
  const failed = await run('GET /v1/x', () => {
    throw new AppError('not_found', 'There is nothing here.');
  });
  expect(failed.recorded).toMatchObject([{ status: 404, errorType: 'not_found', route: 'GET /v1/x' }]);
});

test('a request that only reads is not recorded', async () => {
  expect((await run('GET /v1/x', () => ({ statusCode: 200 }))).recorded).toEqual([]);
});

test('a record that cannot be written changes no answer', async () => {
  const failing = () => Promise.reject(new Error('throttled'));
  expect((await run('POST /v1/x', () => ({ statusCode: 201 }), failing)).reply.statusCode).toBe(201);
});
