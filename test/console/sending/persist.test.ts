import { onlineManager } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../console/api/api-error.ts';
import { persist } from '../../../console/sending/persist.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** Loses the first `times` responses. */
const losing = (times: number, error = ApiError.unreachable()) => {
  const attempt = vi.fn<() => Promise<string>>(async () => {
    if (attempt.mock.calls.length <= times) throw error;
    return 'sent';
  });
  return attempt;
};

const start = (attempt: () => Promise<string>, signal = new AbortController().signal) => {
  const onLost = vi.fn<(error: unknown) => void>();
  const outcome = persist(attempt, { signal, onLost }).catch((error: unknown) => error);
  return { outcome, onLost };
};

test('a lost request is repeated after growing pauses, and the loss is told', async () => {
  const attempt = losing(2);
  const { outcome, onLost } = start(attempt);
  await vi.advanceTimersByTimeAsync(1000);
  expect(attempt).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await outcome).toBe('sent');
  expect(onLost.mock.calls).toEqual([[ApiError.unreachable()], [ApiError.unreachable()]]);
});

test('a request that is lost four times in a row fails', async () => {
  const { outcome } = start(losing(4));
  await vi.runAllTimersAsync();
  expect(await outcome).toMatchObject({ type: 'unreachable' });
});

test('a refused request is not repeated', async () => {
  const attempt = losing(1, new ApiError(400, { type: 'invalid_request', message: 'No.' }));
  expect(await start(attempt).outcome).toMatchObject({ type: 'invalid_request' });
  expect(attempt).toHaveBeenCalledTimes(1);
});

test('offline, a request waits for the network for as long as it takes', async () => {
  onlineManager.setOnline(false);
  const attempt = losing(1);
  const { outcome } = start(attempt);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(attempt).toHaveBeenCalledTimes(1);
  onlineManager.setOnline(true);
  expect(await outcome).toBe('sent');
});

test('a canceled request is not repeated', async () => {
  const controller = new AbortController();
  const attempt = losing(1);
  const { outcome } = start(attempt, controller.signal);
  await vi.advanceTimersByTimeAsync(500);
  controller.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  await vi.runAllTimersAsync();
  expect(attempt).toHaveBeenCalledTimes(1);
});
