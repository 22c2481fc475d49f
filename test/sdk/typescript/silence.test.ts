import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveEnvironment } from '../../../sdk/typescript/environment.ts';
import { ConnectionError } from '../../../sdk/typescript/errors.ts';
import { Http } from '../../../sdk/typescript/http.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request = { method: 'GET', path: '/v1/transcriptions/ofq_a' } as const;
type Fetch = typeof fetch;

/** Behaves like `fetch` on a connection that was dropped without notice. */
const never: Fetch = (_, init) =>
  new Promise((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );
/** A response with these pauses before its pieces. */
const slow =
  (...pausesMs: readonly number[]): Fetch =>
  async (_, init) => {
    const pauses = [...pausesMs];
    const body = new ReadableStream({
      start: (controller) =>
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
      pull: async (controller) => {
        const ms = pauses.shift();
        if (ms === undefined) return controller.close();
        await liveEnvironment.sleep(ms, init?.signal ?? undefined);
        controller.enqueue(new TextEncoder().encode('1'));
      },
    });
    return new Response(body);
  };

/** Sends a request, gives these responses in turn, and lets the time pass. */
const ask = async (
  answers: readonly Fetch[],
  { maxRetries = 4, signal }: { maxRetries?: number; signal?: AbortSignal } = {},
) => {
  let asked = 0;
  const environment = {
    ...liveEnvironment,
    fetch: ((...sent) => (answers[asked++] ?? never)(...sent)) satisfies Fetch,
  };
  const http = new Http({ baseUrl: 'https://api.example', apiKey: 'k', maxRetries }, environment);
  const answer = http.json({ ...request, signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const timers = vi.getTimerCount();
  return { answer: await Promise.race([answer, Promise.resolve('still waiting')]), timers };
};

test('a request whose answer never comes is sent again after a minute', async () => {
  expect(await ask([never, slow(0)])).toMatchObject({ answer: 1, timers: 0 });
});

test('an answer that stops in its middle for a minute is asked for again', async () => {
  expect(await ask([slow(0, 20 * 60_000), slow(0, 0)])).toMatchObject({ answer: 11, timers: 0 });
});

test('a long answer over a slow connection is received, however long it takes', async () => {
  expect(await ask([slow(50_000, 50_000, 50_000)])).toMatchObject({ answer: 111, timers: 0 });
});

test('without a repetition the missing answer is an error of the connection', async () => {
  const { answer } = await ask([never], { maxRetries: 0 });
  expect(answer).toBeInstanceOf(ConnectionError);
});

test('an abort ends a request that gets no answer with its reason', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('Enough.')), 5_000);
  expect(await ask([never], { signal: stop.signal })).toMatchObject({ answer: { message: 'Enough.' } });
});
