import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessLog } from '#lib/platform/http/middleware/access-log.ts';
import { AppError } from '#lib/platform/errors.ts';
import { watchLog } from '../../../../support/log-lines.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});
afterEach(() => watched.stop());

const line = (status: number) => ({
  event: 'request.answered',
  route: 'GET /v1/notes',
  status,
  duration_ms: expect.any(Number),
});

test('an answer is logged once, with its route, status and duration', async () => {
  await runMiddleware(accessLog());
  expect(watched.lines).toEqual([line(200)]);
});

test('a refusal is logged once, with its status', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  await runMiddleware(accessLog(), { answer: refuse });
  expect(watched.lines).toEqual([line(404)]);
});
