import { expect, test } from 'vitest';
import type { Result } from '#lib/domain/transcriptions/result.ts';
import { viewTranscription } from '#lib/domain/transcriptions/view.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { tenantOf } from '#lib/platform/tenant.ts';

const words = { words: false };

test('unknown values are null, never absent', () => {
  expect(viewTranscription(aTranscription(), undefined, words)).toEqual({
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
    audio_ms: null,
    billing: { status: 'pending', billed_ms: null, unit_price_usd_per_minute: '0.005', amount_usd: null },
    error: null,
    source: { kind: 'upload', deleted_at: null },
  });
});

test('progress stays under 100 until the job completes', () => {
  const job = aTranscription({ status: 'processing', audioMs: 60_000, processedMs: 60_000 });
  expect(viewTranscription(job, undefined, words).progress).toEqual({
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
  segments: [
    {
      startMs: 120,
      endMs: 1_480,
      text: 'Hello there.',
      confidence: 0.96,
      language: 'en',
      languageConfidence: 0.99,
      translatedText: null,
      words: [{ text: 'Hello', startMs: 120, endMs: 700, confidence: 0.98 }],
    },
  ],
};
const completed = aTranscription({
  status: 'completed',
  audioMs: 61_240,
  billedMicroUsd: 5_103,
  detectedLanguage: 'en',
});

test('a job whose speech model has no word times shows none, which differs from an empty list', () => {
  const untimed = { ...result, segments: result.segments.map((segment) => ({ ...segment, words: [] })) };
  expect(viewTranscription(completed, untimed, { words: true }).words).toBeNull();
  expect(viewTranscription(completed, { ...result, segments: [] }, { words: true }).words).toEqual([]);
});

test('a completed job shows text, segments and the exact price; words only on request', () => {
  expect(viewTranscription(completed, result, words)).toMatchObject({
    transcript: 'Hello there.',
    progress: { percent: 100, processed_ms: 61_240, total_ms: 61_240 },
    segments: [
      {
        ...{ id: 0, start_ms: 120, end_ms: 1_480, text: 'Hello there.', confidence: 0.96 },
        ...{ language: 'en', language_confidence: 0.99, translated_text: null },
      },
    ],
    language_confidence: 0.99,
    billing: { status: 'charged', billed_ms: 61_240, amount_usd: '0.005103' },
  });
  expect(viewTranscription(completed, result, words)).not.toHaveProperty('words');
  expect(viewTranscription(completed, result, { words: true })).toMatchObject({
    words: [{ text: 'Hello', start_ms: 120, end_ms: 700, confidence: 0.98 }],
  });
});

test('a failure shows the request that created the job, and whether to retry', () => {
  const error = { type: 'audio_unreadable', message: 'No.', retryable: false, details: {} } as const;
  const job = aTranscription({ status: 'failed', error });
  expect(viewTranscription(job, undefined, words).error).toEqual({ ...error, request_id: 'request-7' });
});

test.each([
  ['failed', 'live'],
  ['completed', 'test'],
] as const)('a job that is %s in %s mode costs nothing', (status, mode) => {
  const job = aTranscription({ status, tenant: tenantOf('prj_a', mode), audioMs: 61_240, billedMicroUsd: 0 });
  expect(viewTranscription(job, undefined, words).billing).toMatchObject({
    status: 'not_charged',
    billed_ms: 0,
    amount_usd: '0.000000',
  });
});
