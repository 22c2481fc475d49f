import { beforeEach, expect, test, vi } from 'vitest';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { log } from '#lib/platform/log.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

test('a handler answers what its work returns, and each line names the invocation and the time since it began', async () => {
  const handler = eventHandler(async (event: { n: number }) => {
    log.info('sweep.finished');
    return event.n + 1;
  });
  expect(await handler({ n: 1 }, lambdaContext)).toBe(2);
  expect(watched.lines).toEqual([
    { event: 'sweep.finished', function_request_id: 'invocation-7', duration_ms: expect.any(Number) },
  ]);
});

test('a crash is logged and fails the invocation', async () => {
  const handler = eventHandler(async () => {
    throw new Error('A bug.');
  });
  await expect(handler({}, lambdaContext)).rejects.toThrow('A bug.');
  expect(watched.of('invocation.crashed')).toMatchObject([
    { error_message: 'A bug.', function_request_id: 'invocation-7' },
  ]);
});

test('no timer of ours ends an invocation before Lambda does', async () => {
  const getRemainingTimeInMillis = vi.fn<() => number>(() => 6);
  await eventHandler(async () => {})({}, { ...lambdaContext, getRemainingTimeInMillis });
  expect(getRemainingTimeInMillis).not.toHaveBeenCalled();
});
