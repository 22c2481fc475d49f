import { expect, test } from 'vitest';
import { ApiError } from '../../console/api/api-error.ts';
import type { TranscriptionView } from '../../console/api/types.ts';
import { follow } from '../../console/transcript/follow.ts';
import { aTranscription } from '../support/transcription.ts';
import { viewTranscription } from '#lib/domain/transcriptions/view.ts';

const jobWith = (status: 'queued' | 'processing' | 'canceled'): TranscriptionView =>
  viewTranscription(aTranscription({ status }), undefined, { words: false });

const refusal = (status: number, type: string, retryAfter: string | null): ApiError =>
  ApiError.from(status, JSON.stringify({ error: { type, message: 'No.' } }), retryAfter);

const followed = async (answers: (TranscriptionView | ApiError)[]) => {
  const events: string[] = [];
  const getJob = async (wait: number) => {
    events.push(`polled with wait ${wait} s`);
    const answer = answers.shift() ?? jobWith('canceled');
    if (answer instanceof ApiError) throw answer;
    return answer;
  };
  const sleep = async (ms: number) => void events.push(`slept ${ms} ms`);
  for await (const { status } of follow({ getJob, sleep })) events.push(status);
  return events;
};

test('a job is polled until it has ended', async () => {
  expect(await followed([jobWith('queued'), jobWith('processing')])).toEqual([
    ...[
      'polled with wait 0 s',
      'queued',
      'polled with wait 2 s',
      'processing',
      'polled with wait 2 s',
      'canceled',
    ],
  ]);
});

test('polling pauses for the retry-after time of a 429 and then continues', async () => {
  const busy = refusal(429, 'concurrency_limit_exceeded', '3');
  expect(await followed([jobWith('queued'), busy, busy])).toEqual([
    ...['polled with wait 0 s', 'queued', 'polled with wait 2 s', 'slept 3000 ms'],
    ...['polled with wait 2 s', 'slept 3000 ms', 'polled with wait 2 s', 'canceled'],
  ]);
});

test('polling ends with any error other than 429', async () => {
  await expect(followed([jobWith('queued'), refusal(404, 'not_found', null)])).rejects.toMatchObject({
    type: 'not_found',
  });
  await expect(followed([jobWith('queued'), refusal(503, 'service_unavailable', '1')])).rejects.toMatchObject(
    { type: 'service_unavailable' },
  );
});
