import { contract, createContract, json } from '#lib/http/contract.ts';
import { exampleId, none } from '#lib/http/parameters.ts';
import { GetParams, GetQuery } from './get-transcription.ts';
import { NewTranscription } from './new-transcription.ts';
import { QueuedTranscription, TranscriptionView } from './transcription-view.ts';

export const createTranscription = createContract({
  operationId: 'createTranscription',
  tag: 'Transcriptions',
  summary: 'Queue a transcription',
  description: [
    'Queues one job for exactly one source of audio. An `upload_id` is used up by it, once.',
    'Poll the job by its `id`. Send an `Idempotency-Key`, so that a request whose answer was lost can be sent again safely.',
  ].join('\n'),
  params: none,
  query: none,
  body: {
    schema: NewTranscription,
    example: {
      upload_id: exampleId('upl'),
      language_hints: ['en'],
      context: 'A call about an order for Earshot.',
      custom_vocabulary: ['Earshot'],
    },
  },
  success: json(202, QueuedTranscription, { id: exampleId('ofq'), status: 'queued' }),
  errors: [
    'translation_not_supported',
    'not_found',
    'upload_incomplete',
    'upload_already_consumed',
    'upload_expired',
    'queue_limit_exceeded',
    'capability_unavailable',
  ],
});

const text = 'Hello there.';

export const getTranscription = contract({
  operationId: 'getTranscription',
  tag: 'Transcriptions',
  summary: 'Poll a transcription',
  description: [
    'A job with its text, as far as it is known; what is not known yet is null. `completed`, `failed` and `canceled` are final.',
    'With `wait` the answer is held back until the status changes, so that one request replaces many.',
    'Silence is a success with the transcript `""`. A failed job costs nothing and says why in `error`.',
  ].join('\n'),
  params: GetParams,
  query: GetQuery,
  success: json(200, TranscriptionView, {
    id: exampleId('ofq'),
    status: 'completed',
    created_at: '2026-11-20T10:00:00.000Z',
    started_at: '2026-11-20T10:00:00.412Z',
    completed_at: '2026-11-20T10:00:03.907Z',
    expires_at: '2026-12-20T10:00:00.000Z',
    progress: { percent: 100, processed_ms: 61_240, total_ms: 61_240 },
    transcript: text,
    translated_text: null,
    detected_language: 'en',
    detected_languages: [{ language: 'en', share: 1 }],
    segments: [{ id: 0, start_ms: 120, end_ms: 1_480, text, language: 'en', translated_text: null }],
    audio_ms: 61_240,
    billing: {
      status: 'charged',
      billed_ms: 61_240,
      unit_price_usd_per_minute: '0.005',
      amount_usd: '0.005103',
    },
    error: null,
    source: { kind: 'upload', deleted_at: '2026-11-20T10:00:04.120Z' },
  }),
  errors: ['not_found', 'expired'],
});
