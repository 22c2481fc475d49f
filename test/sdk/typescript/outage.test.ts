import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { ConnectionError, ServiceError } from '../../../sdk/typescript/errors.ts';
import { answered, fakeEnvironment, refused } from '../../support/fake-fetch.ts';

const down = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
const unavailable = () => answered({ message: 'Service Unavailable' }, 503);
const job = (status: string) => answered({ id: 'ofq_a', status, error: null });

/** A client with a running job. Its service does not answer for a time. */
const clientOf = (outageMs: number, outage: () => Response | Promise<Response>) => {
  const world = fakeEnvironment(({ method }) => {
    if (method === 'POST') return answered({ id: 'ofq_a', status: 'queued' }, 202);
    return world.passedMs() < outageMs ? outage() : job('completed');
  });
  const { environment } = world;
  return { ...world, earshot: new Earshot({ baseUrl: 'https://api.example', apiKey: 'k', environment }) };
};
const source = { fileId: 'file_a' };

test.each([
  ['without a network', down],
  ['of a service that is not available', unavailable],
])('a wait goes on after nine minutes %s, as the job does', async (_, outage) => {
  const { earshot, waitsMs } = clientOf(9 * 60_000, outage);
  expect(await earshot.transcribe(source)).toMatchObject({ status: 'completed' });
  expect(Math.max(...waitsMs)).toBe(8_000);
});

test('a wait that shows progress goes on after an outage, too', async () => {
  const { earshot } = clientOf(9 * 60_000, down);
  const seen: string[] = [];
  await earshot.transcribe(source, { onProgress: ({ status }) => seen.push(status) });
  expect(seen).toEqual(['completed']);
});

test.each([
  ['ConnectionError', down, ConnectionError],
  ['ServiceError', unavailable, ServiceError],
])(
  'after ten minutes without an answer a wait ends with a %s that names the job',
  async (_, outage, Class) => {
    const { earshot, passedMs } = clientOf(Number.POSITIVE_INFINITY, outage);
    const failed = earshot.transcribe(source);
    await expect(failed).rejects.toBeInstanceOf(Class);
    await expect(failed).rejects.toMatchObject({ transcriptionId: 'ofq_a' });
    expect(passedMs()).toBeGreaterThanOrEqual(10 * 60_000);
    expect(passedMs()).toBeLessThan(11 * 60_000);
  },
);

test('time over the rate limit counts as none of the ten minutes, and each outage has its own', async () => {
  const limited = () => refused('rate_limit_exceeded', 429, {}, { 'retry-after': '60' });
  const outages: readonly [endMs: number, answer: () => Response | Promise<Response>][] = [
    [11 * 60_000, limited],
    [20 * 60_000, down],
    [21 * 60_000, () => refused('concurrency_limit_exceeded', 429, {}, { 'retry-after': '5' })],
    [29 * 60_000, unavailable],
  ];
  const { earshot, passedMs } = clientOf(29 * 60_000, () => {
    const [, answer = down] = outages.find(([endMs]) => passedMs() < endMs) ?? [];
    return answer();
  });
  expect(await earshot.transcribe(source)).toMatchObject({ status: 'completed' });
});

test('a wait without a place to wait pauses between its polls, although Retry-After is 0', async () => {
  const busy = () => refused('concurrency_limit_exceeded', 429, {}, { 'retry-after': '0' });
  const { environment, waitsMs } = fakeEnvironment(busy, busy, () => job('completed'));
  const options = { baseUrl: 'https://api.example', apiKey: 'k', maxRetries: 0, environment };
  await new Earshot(options).transcriptions.wait('ofq_a');
  expect(waitsMs).toEqual([2_000, 2_000]);
});

test.each([408, 500, 502, 503, 504, 520, 522])(
  'a wait goes on through two minutes of %i, which passes by itself',
  async (status) => {
    const { earshot } = clientOf(2 * 60_000, () => answered('', status));
    expect(await earshot.transcribe(source)).toMatchObject({ status: 'completed' });
  },
);

test('what is refused while a wait asks ends it at once, and names the job', async () => {
  const { earshot, requests } = clientOf(Number.POSITIVE_INFINITY, () => refused('unauthenticated', 401));
  await expect(earshot.transcribe(source)).rejects.toMatchObject({ transcriptionId: 'ofq_a', status: 401 });
  expect(requests).toHaveLength(2);
});

test('an abort of a wait names the job, for each of several calls with one signal its own', async () => {
  const stop = new AbortController();
  const { earshot } = clientOf(Number.POSITIVE_INFINITY, () => {
    stop.abort();
    return down();
  });
  const waits = ['ofq_a', 'ofq_b'].map((id) => earshot.transcriptions.wait(id, { signal: stop.signal }));
  const thrown = (await Promise.allSettled(waits)).map((result) => 'reason' in result && result.reason);
  expect(thrown).toMatchObject([
    { name: 'AbortError', transcriptionId: 'ofq_a', cause: stop.signal.reason },
    { name: 'AbortError', transcriptionId: 'ofq_b', cause: stop.signal.reason },
  ]);
});

test('the reason of the caller for an abort is thrown as it is', async () => {
  const reason = new Error('Enough.');
  const { earshot } = clientOf(0, down);
  const waiting = earshot.transcriptions.wait('ofq_a', { signal: AbortSignal.abort(reason) });
  await expect(waiting).rejects.toBe(reason);
  expect(Object.keys(reason)).toEqual([]);
});
