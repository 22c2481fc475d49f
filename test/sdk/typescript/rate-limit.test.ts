import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveEnvironment } from '../../../sdk/typescript/environment.ts';
import { RateLimitError } from '../../../sdk/typescript/errors.ts';
import { Http } from '../../../sdk/typescript/http.ts';
import { answered, refused } from '../../support/fake-fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request = { method: 'GET', path: '/v1/files' } as const;
const windowMs = 60_000;

/** A service that accepts `limit` requests in any minute, and its client. */
const clientOf = (limit: number, maxRetries = 4) => {
  const startedMs: number[] = [];
  const takenMs: number[] = [];
  const environment = {
    ...liveEnvironment,
    fetch: async () => {
      const now = performance.now();
      startedMs.push(now);
      const taken = takenMs.filter((ms) => ms > now - windowMs);
      if (taken.length < limit) {
        takenMs.push(now);
        return answered({});
      }
      const seconds = Math.ceil((Math.min(...taken) + windowMs - now) / 1_000);
      return refused('rate_limit_exceeded', 429, {}, { 'retry-after': String(seconds) });
    },
  };
  const http = new Http({ baseUrl: 'https://api.example', apiKey: 'k', maxRetries }, environment);
  return { http, startedMs };
};

test('of a burst with five times the requests that a minute takes, each succeeds', async () => {
  const { http, startedMs } = clientOf(10);
  const done = Promise.allSettled(Array.from({ length: 50 }, () => http.json(request)));
  await vi.advanceTimersByTimeAsync(10 * windowMs);
  expect((await done).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 'fulfilled'));
  // 40 requests of the burst are refused, and later about one per minute.
  expect(startedMs.length).toBeLessThan(110);
});

test('while the key is over its limit no request of the client starts, and then they start one after the other', async () => {
  const { http, startedMs } = clientOf(2);
  const first = Promise.all([http.json(request), http.json(request), http.json(request)]);
  await vi.advanceTimersByTimeAsync(1_000);
  const later = http.json(request);
  await vi.advanceTimersByTimeAsync(58_000);
  expect(startedMs).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all([first, later]);
  const [, , , fourth = 0, fifth = 0] = startedMs;
  expect(fifth - fourth).toBeGreaterThanOrEqual(200);
});

test('a call that is aborted while it is held back ends with the reason, and holds back nobody', async () => {
  const { http } = clientOf(1);
  await http.json(request);
  const stop = new AbortController();
  const aborted = http.json({ ...request, signal: stop.signal }).catch((error: unknown) => error);
  const other = http.json(request);
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort(new Error('Enough.'));
  expect(await aborted).toMatchObject({ message: 'Enough.' });
  await vi.advanceTimersByTimeAsync(windowMs);
  expect(await other).toEqual({});
  expect(vi.getTimerCount()).toBe(0);
});

test('calls that give up while they are held back keep no places, so a client that gives each 5 s goes on at the rate of its key', async () => {
  const { http } = clientOf(60);
  let succeeded = 0;
  const call = async () => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error('Enough.')), 5_000);
    await http.json({ ...request, signal: stop.signal }).then(
      () => (succeeded += 1),
      () => {},
    );
    clearTimeout(timer);
  };
  for (let asked = 0; asked < 5 * 180; asked += 1) {
    void call();
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(succeeded).toBeGreaterThanOrEqual(3 * 60 - 5);
});

test('a later answer with a shorter Retry-After does not end the wait of an earlier one', async () => {
  const startedMs: number[] = [];
  const seconds = [30, 5];
  const fetch = async () => {
    const retryAfter = seconds[startedMs.push(performance.now()) - 1];
    if (retryAfter === undefined) return answered({});
    return refused('rate_limit_exceeded', 429, {}, { 'retry-after': String(retryAfter) });
  };
  const http = new Http(
    { baseUrl: 'https://api.example', apiKey: 'k', maxRetries: 4 },
    { ...liveEnvironment, fetch },
  );
  const both = Promise.all([http.json(request), http.json(request)]);
  await vi.advanceTimersByTimeAsync(windowMs);
  await both;
  const [first = 0, , third = 0] = startedMs;
  expect(third - first).toBeGreaterThanOrEqual(30_000);
});

test('a system clock that is set back by an hour does not hold the client back for an hour', async () => {
  const { http } = clientOf(1);
  await http.json(request);
  const held = http.json(request);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  let hasEnded = false;
  void Promise.all([held, http.json(request)]).then(() => (hasEnded = true));
  await vi.advanceTimersByTimeAsync(3 * windowMs);
  expect(hasEnded).toBe(true);
});

test('a client that is to repeat nothing says at once that the key is over its limit', async () => {
  const { http, startedMs } = clientOf(0, 0);
  await expect(http.json(request)).rejects.toBeInstanceOf(RateLimitError);
  expect(startedMs).toHaveLength(1);
});
