import { expect, test } from 'vitest';
import type { Result } from '#lib/domain/transcriptions/result.ts';
import { viewTranscription } from '#lib/domain/transcriptions/view.ts';
import { aSegment } from '../../../support/result.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { tenantOf } from '#lib/platform/tenant.ts';

const withoutWords = { words: false, processedMs: 0 };
const withWords = { words: true, processedMs: 0 };

test('unknown values are null, never absent', () => {
  expect(viewTranscription(aTranscription(), undefined, withoutWords)).toEqual({
    id: 'ofq_a',
    mode: 'live',
    status: 'queued',
    created_at: '2026-11-20T10:00:00.000Z',
    started_at: null,
    completed_at: null,
    deleted_at: null,
    expires_at: '2026-12-20T10:00:00.000Z',
    retried_as: null,
    progress: { percent: 0, processed_ms: 0, total_ms: null },
    transcript: null,
    translated_text: null,
    detected_language: null,
    language_confidence: null,
    detected_languages: null,
    segments: null,
    models: null,
    speech_ms: null,
    unrecognized_ms: null,
    audio_ms: null,
    channels: null,
    billing: {
      status: 'pending',
      billed_ms: null,
      channels: null,
      unit_price_usd_per_minute: '0.005',
      amount_usd: null,
    },
    error: null,
    client_reference_id: null,
    metadata: {},
    request: {
      filename: null,
      model: 'auto',
      language_hints: [],
      translation: null,
      multichannel: false,
      formatting: { numerals: 'as_spoken', fillers: 'keep' },
      redact: [],
      webhook_url: null,
    },
    source: {
      kind: 'upload',
      upload_id: 'upl_a',
      file_id: null,
      realtime_session_id: null,
      deleted_at: null,
    },
  });
});

test('progress stays under 100 until the job completes', () => {
  const job = aTranscription({ status: 'processing', audioMs: 60_000 });
  expect(viewTranscription(job, undefined, { words: false, processedMs: 60_000 }).progress).toEqual({
    percent: 99,
    processed_ms: 60_000,
    total_ms: 60_000,
  });
});

const result: Result = {
  transcript: 'Hello there.',
  translatedText: null,
  languageConfidence: 0.99,
  detectedLanguages: [{ language: 'en', share: 1 }],
  models: ['moonshine-tiny'],
  segments: [
    {
      channel: null,
      startMs: 120,
      endMs: 1_480,
      text: 'Hello there.',
      confidence: 0.96,
      language: 'en',
      languageConfidence: 0.99,
      model: 'moonshine-tiny',
      translatedText: null,
      words: [{ text: 'Hello', startMs: 120, endMs: 700, confidence: 0.98 }],
    },
  ],
  speechMs: 1_800,
  unrecognizedMs: 440,
};
const completed = aTranscription({
  status: 'completed',
  audioMs: 61_240,
  channels: 1,
  billedMicroUsd: 5_103,
  detectedLanguage: 'en',
});

test('a job whose speech model has no word times shows none, which differs from an empty list', () => {
  const untimed = { ...result, segments: result.segments.map((segment) => ({ ...segment, words: [] })) };
  expect(viewTranscription(completed, untimed, withWords).words).toBeNull();
  expect(viewTranscription(completed, { ...result, segments: [] }, withWords).words).toEqual([]);
});

test('a completed job shows text, segments and the exact price; words only on request', () => {
  expect(viewTranscription(completed, result, withoutWords)).toMatchObject({
    transcript: 'Hello there.',
    progress: { percent: 100, processed_ms: 61_240, total_ms: 61_240 },
    segments: [
      {
        id: 0,
        channel: null,
        start_ms: 120,
        end_ms: 1_480,
        text: 'Hello there.',
        confidence: 0.96,
        language: 'en',
        language_confidence: 0.99,
        translated_text: null,
      },
    ],
    language_confidence: 0.99,
    speech_ms: 1_800,
    unrecognized_ms: 440,
    channels: 1,
    billing: { status: 'charged', billed_ms: 61_240, channels: 1, amount_usd: '0.005103' },
  });
  expect(viewTranscription(completed, result, withoutWords)).not.toHaveProperty('words');
  expect(viewTranscription(completed, result, withWords)).toMatchObject({
    words: [{ channel: null, text: 'Hello', start_ms: 120, end_ms: 700, confidence: 0.98 }],
  });
});

test('a failure shows the request that created the job, and whether to retry', () => {
  const error = { type: 'audio_unreadable', message: 'No.', retryable: false, details: {} } as const;
  const job = aTranscription({ status: 'failed', error });
  expect(viewTranscription(job, undefined, withoutWords).error).toEqual({
    ...error,
    doc_url: `/v1/errors#job-${error.type}`,
    request_id: 'request-7',
  });
});

test.each([
  ['failed', 'live'],
  ['completed', 'test'],
] as const)('a job that is %s in %s mode costs nothing', (status, mode) => {
  const job = aTranscription({ status, tenant: tenantOf('prj_a', mode), audioMs: 61_240, billedMicroUsd: 0 });
  expect(viewTranscription(job, undefined, withoutWords).billing).toMatchObject({
    status: 'not_charged',
    billed_ms: 0,
    amount_usd: '0.000000',
  });
});

test('a job with channels apart counts its length once for each of them, in price and progress', () => {
  const job = { audioMs: 60_000, channels: 2 } as const;
  const running = aTranscription({ ...job, status: 'processing' });
  expect(viewTranscription(running, undefined, { words: false, processedMs: 90_000 })).toMatchObject({
    audio_ms: 60_000,
    channels: 2,
    progress: { percent: 75, processed_ms: 90_000, total_ms: 120_000 },
  });
  const ended = aTranscription({ ...job, status: 'completed', billedMicroUsd: 10_000 });
  expect(viewTranscription(ended, result, withoutWords)).toMatchObject({
    progress: { percent: 100, processed_ms: 120_000, total_ms: 120_000 },
    billing: { status: 'charged', billed_ms: 120_000, channels: 2, amount_usd: '0.010000' },
  });
});

test('segments and words carry their channel, and words of people who talk at once are in spoken order', () => {
  const said = (channel: number, text: string, startMs: number) => ({
    ...aSegment([startMs, startMs + 900], text, { channel }),
    words: text.split(' ').map((word, i) => ({
      text: word,
      startMs: startMs + 400 * i,
      endMs: startMs + 400 * (i + 1),
      confidence: 1,
    })),
  });
  const segments = [said(0, 'How are you?', 0), said(1, 'Hello there.', 300)];
  const view = viewTranscription(completed, { ...result, segments }, withWords);
  expect(view.segments?.map(({ channel }) => channel)).toEqual([0, 1]);
  expect(view.words?.map(({ channel, text }) => [channel, text])).toEqual([
    [0, 'How'],
    [1, 'Hello'],
    [0, 'are'],
    [1, 'there.'],
    [0, 'you?'],
  ]);
});
