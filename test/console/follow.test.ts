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
  const noted: string[] = [];
  const ask = async (wait: number) => {
    noted.push(`asked for ${wait} s`);
    const answer = answers.shift() ?? jobWith('canceled');
    if (answer instanceof ApiError) throw answer;
    return answer;
  };
  const pause = async (ms: number) => void noted.push(`paused for ${ms} ms`);
  for await (const { status } of follow({ ask, pause })) noted.push(status);
  return noted;
};

test('a job is asked for until it has ended', async () => {
  expect(await followed([jobWith('queued'), jobWith('processing')])).toEqual([
    ...['asked for 0 s', 'queued', 'asked for 2 s', 'processing', 'asked for 2 s', 'canceled'],
  ]);
});

test('a page that may not wait, because others do, asks again when it is told to', async () => {
  const busy = refusal(429, 'concurrency_limit_exceeded', '3');
  expect(await followed([jobWith('queued'), busy, busy])).toEqual([
    ...['asked for 0 s', 'queued', 'asked for 2 s', 'paused for 3000 ms'],
    ...['asked for 2 s', 'paused for 3000 ms', 'asked for 2 s', 'canceled'],
  ]);
});

test('any other refusal ends it', async () => {
  await expect(followed([jobWith('queued'), refusal(404, 'not_found', null)])).rejects.toMatchObject({
    type: 'not_found',
  });
  await expect(followed([jobWith('queued'), refusal(503, 'service_unavailable', '1')])).rejects.toMatchObject(
    { type: 'service_unavailable' },
  );
});
