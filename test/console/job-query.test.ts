import { environmentManager, onlineManager, QueryObserver } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TranscriptionView } from '../../console/api/types.ts';
import { queries } from '../../console/parts/queries.ts';
import { cacheOptions } from '../../console/parts/query-options.ts';
import { jobQuery } from '../../console/transcript/job-query.ts';
import { refused } from '../support/fake-fetch.ts';
import { aTranscription } from '../support/transcription.ts';
import { viewTranscription } from '#lib/domain/transcriptions/view.ts';

type Reply = () => Promise<Response>;

const job =
  (status: 'queued' | 'processing' | 'canceled'): Reply =>
  async () =>
    Response.json(viewTranscription(aTranscription({ status }), undefined, { words: false, processedMs: 0 }));
const lost: Reply = async () => {
  throw new TypeError('Failed to fetch');
};
const cutInItsBody: Reply = async () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));
/** The network fails together with the connection of this poll, and returns after `seconds`. */
const offlineFor =
  (seconds: number): Reply =>
  () => {
    onlineManager.setOnline(false);
    setTimeout(() => onlineManager.setOnline(true), seconds * 1000);
    return lost();
  };

beforeEach(() => {
  vi.useFakeTimers();
  // The library only polls in browsers, and by default it detects them by `window`.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  queries.clear();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * The views of a job on a page. The reads of the job get these replies in turn. Also returns the seconds that each read waits.
 */
const followed = async (...replies: readonly Reply[]) => {
  const sent = vi.spyOn(globalThis, 'fetch');
  for (const reply of replies) sent.mockImplementationOnce(reply);
  const query = jobQuery({ projectId: 'prj_a', mode: 'live', jobId: 'ofq_a' });
  const observer = new QueryObserver<TranscriptionView>(queries, cacheOptions(query));
  const shown = new Set<string | undefined>();
  const leave = observer.subscribe(({ data }) => shown.add(data?.status));
  await vi.advanceTimersByTimeAsync(20_000);
  leave();
  const waits = sent.mock.calls.map(([url]) =>
    new URL(url instanceof Request ? url.url : url, 'https://earshot.test').searchParams.get('wait'),
  );
  return { shown: [...shown], waits };
};

test('a job is followed by long polls until it has ended, and then read no more', async () => {
  expect(await followed(job('queued'), job('processing'), job('canceled'))).toEqual({
    shown: ['queued', 'processing', 'canceled'],
    waits: ['0', '2', '2'],
  });
});

test('a job is followed to its end although polls were lost or refused for a while', async () => {
  const busy: Reply = async () => refused('concurrency_limit_exceeded', 429, {}, { 'retry-after': '3' });
  expect((await followed(job('processing'), lost, busy, job('canceled'))).shown).toEqual([
    'processing',
    'canceled',
  ]);
});

test.each([0.5, 10])('a job is followed on after the network was gone for %d s', async (seconds) => {
  expect((await followed(job('processing'), offlineFor(seconds), job('canceled'))).shown).toEqual([
    'processing',
    'canceled',
  ]);
});

test('a first read whose connection is cut in the middle of its answer is repeated', async () => {
  expect((await followed(cutInItsBody, job('canceled'))).shown).toContain('canceled');
});
