import { beforeEach, expect, test, vi } from 'vitest';
import { accessLog } from '#lib/platform/http/middleware/access-log.ts';
import { AppError } from '#lib/platform/errors.ts';
import { watchLog } from '../../../../support/log-lines.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

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

test('the duration is the time from the request to the answer, in milliseconds', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const answer = () => {
    clock.mockReturnValue(1_007.4);
    return { statusCode: 200 };
  };
  await runMiddleware(accessLog(), { answer });
  clock.mockRestore();
  expect(watched.lines).toMatchObject([{ duration_ms: 7 }]);
});

test('a refusal of what this deployment does not offer says so: no alarm counts it', async () => {
  const refuse = () => {
    throw new AppError('capability_unavailable', 'There is none here.');
  };
  await runMiddleware(accessLog(), { answer: refuse });
  expect(watched.lines).toMatchObject([{ ...line(501), not_offered: true }]);
});

test('a refusal is logged once, with its status', async () => {
  const refuse = () => {
    throw new AppError('not_found', 'There is none.');
  };
  await runMiddleware(accessLog(), { answer: refuse });
  expect(watched.lines).toEqual([line(404)]);
});
