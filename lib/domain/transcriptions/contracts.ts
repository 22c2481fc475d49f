import * as z from 'zod';
import {
  bodilessCreateContract,
  contract,
  createContract,
  empty,
  file,
  json,
} from '#lib/platform/http/contract.ts';
import { exampleId, none } from '#lib/platform/http/parameters.ts';
import { TranscriptQuery } from './get-transcript.ts';
import { GetQuery, TranscriptionParams } from './get-transcription.ts';
import { JobLedger } from './job-ledger.ts';
import { ListQuery } from './list-transcriptions.ts';
import { NewTranscription } from './new-transcription.ts';
import { fromSoniox } from './soniox-names.ts';
import {
  QueuedTranscription,
  TranscriptionPage,
  type TranscriptionSummary,
  TranscriptionView,
  TranscriptJson,
} from './view-schemas.ts';

const locationOf = ({ id }: QueuedTranscription): string => `/v1/transcriptions/${id}`;

export const createTranscription = createContract({
  operationId: 'createTranscription',
  tag: 'Transcriptions',
  summary: 'Queue a transcription',
  description: [
    'Queues one job for exactly one source of audio. An `upload_id` can be used by one job only.',
    'Poll the job by its `id`. Send an `Idempotency-Key` to make retries safe.',
  ].join('\n'),
  params: none,
  query: none,
  body: {
    schema: z.preprocess(fromSoniox, NewTranscription),
    example: {
      upload_id: exampleId('upl'),
      language_hints: ['en'],
      context: 'A call about an order for Earshot.',
      custom_vocabulary: ['Earshot'],
      client_reference_id: 'call-42',
      metadata: { team: 'support' },
    },
  },
  success: json(202, QueuedTranscription, { id: exampleId('ofq'), status: 'queued' }),
  location: locationOf,
  errors: [
    'translation_not_supported',
    'not_found',
    'invalid_state',
    'upload_incomplete',
    'upload_already_consumed',
    'upload_expired',
    'queue_limit_exceeded',
    'test_quota_exceeded',
    'insufficient_credits',
    'spend_limit_reached',
    'expired',
  ],
});

const completed: TranscriptionSummary = {
  id: exampleId('ofq'),
  mode: 'live',
  status: 'completed',
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: '2026-11-20T10:00:00.412Z',
  completed_at: '2026-11-20T10:00:03.907Z',
  deleted_at: null,
  expires_at: '2026-12-20T10:00:00.000Z',
  detected_language: 'en',
  audio_ms: 61_240,
  channels: 1,
  billing: {
    status: 'charged',
    billed_ms: 61_240,
    channels: 1,
    unit_price_usd_per_minute: '0.005',
    amount_usd: '0.005103',
  },
  error: null,
  client_reference_id: 'call-42',
  source: {
    kind: 'upload',
    upload_id: exampleId('upl'),
    file_id: null,
    realtime_session_id: null,
    deleted_at: '2026-11-20T10:00:04.120Z',
  },
};
const transcript = 'Hello there.';
const text = {
  transcript,
  translated_text: null,
  language_confidence: 0.991,
  detected_languages: [{ language: 'en', share: 1 }],
};
const segment = {
  id: 0,
  channel: null,
  start_ms: 120,
  end_ms: 1_480,
  text: transcript,
  confidence: 0.958,
  language: 'en',
  language_confidence: 0.991,
  model: 'whisper-base' as const,
  translated_text: null,
};
const words = [
  { channel: null, text: 'Hello', start_ms: 120, end_ms: 760, confidence: 0.97 },
  { channel: null, text: 'there.', start_ms: 760, end_ms: 1_480, confidence: 0.94 },
];

export const getTranscription = contract({
  operationId: 'getTranscription',
  tag: 'Transcriptions',
  summary: 'Poll a transcription',
  description: [
    'A job with its text. Fields that are not known yet are null. `completed`, `failed` and `canceled` are final.',
    'With `wait`, the response is delayed until the status changes or the time is over, so that one request replaces many.',
    'By default a key may have two requests waiting at once, and a project eight; GET /v1/capabilities has the values of the deployment. One more gets 429 at once. Requests without `wait` are not limited in this way.',
    'A recording without speech completes with the transcript `""`, and costs nothing. `unrecognized_ms` shows how much speech is missing from the text; if all of it is missing, the job fails. A failed job costs nothing, and its `error` says why it failed.',
    'A deleted job keeps its ids, length and price, but has no text.',
  ].join('\n'),
  params: TranscriptionParams,
  query: GetQuery,
  success: json(200, TranscriptionView, {
    ...completed,
    metadata: { team: 'support' },
    request: {
      filename: 'call.mp3',
      model: 'auto',
      language_hints: ['en'],
      translation: null,
      multichannel: false,
      formatting: { numerals: 'as_spoken', fillers: 'keep' },
      redact: [],
      webhook_url: null,
    },
    retried_as: null,
    progress: { percent: 100, processed_ms: 61_240, total_ms: 61_240 },
    ...text,
    segments: [segment],
    speech_ms: 1_360,
    models: ['whisper-base'],
    unrecognized_ms: 0,
  }),
  errors: ['not_found', 'expired', 'concurrency_limit_exceeded'],
});

export const listTranscriptions = contract({
  operationId: 'listTranscriptions',
  tag: 'Transcriptions',
  summary: 'List transcriptions',
  description:
    "Your project's jobs, newest first and without their text. Repeat with `next_cursor` until it is null. Deleted jobs are listed with `include=deleted` only, canceled jobs always. Jobs whose retention has ended are not listed.",
  params: none,
  query: ListQuery,
  success: json(200, TranscriptionPage, { data: [completed], has_more: false, next_cursor: null }),
  errors: [],
});

export const deleteTranscription = contract({
  operationId: 'deleteTranscription',
  tag: 'Transcriptions',
  summary: 'Delete a transcription',
  description: [
    'Works in every status. An unfinished job is canceled and costs nothing: it stays visible as `canceled`.',
    'Of a job that has ended, text, audio, options and `metadata` are erased; its ids, length and price stay visible.',
    'The event of its end, which is sent to webhooks, keeps `metadata` for 30 days.',
    'Deleting again has no effect and gets the same response.',
  ].join('\n'),
  params: TranscriptionParams,
  query: none,
  success: empty,
  errors: ['not_found'],
});

export const retryTranscription = bodilessCreateContract({
  operationId: 'retryTranscription',
  tag: 'Transcriptions',
  summary: 'Retry a failed transcription',
  description: [
    'Queues a new job with the audio and the options of a failed one, which keeps its audio for up to a day. Nothing is uploaded again.',
    'Repeating the retry returns the same new job, with any Idempotency-Key or none, so it is safe to resend. It takes no options: a body with fields is refused.',
  ].join('\n'),
  params: TranscriptionParams,
  query: none,
  success: json(202, QueuedTranscription, { id: exampleId('ofq'), status: 'queued' }),
  location: locationOf,
  errors: [
    'not_found',
    'invalid_state',
    'expired',
    'queue_limit_exceeded',
    'insufficient_credits',
    'spend_limit_reached',
    'test_quota_exceeded',
  ],
});

export const getTranscript = contract({
  operationId: 'getTranscript',
  tag: 'Transcriptions',
  summary: 'Get the text as a file',
  description:
    'The text of a completed job for download: plain, as captions of at most two lines of 42 characters (16 in Chinese, Japanese and Korean), or as JSON. With `multichannel`, files for people name each channel, from "Channel 1"; captions of different channels may overlap in time.',
  params: TranscriptionParams,
  query: TranscriptQuery,
  success: file({
    'text/plain': { example: `${transcript}\n` },
    'application/x-subrip': { example: `1\n00:00:00,120 --> 00:00:01,480\n${transcript}\n` },
    'text/vtt': { example: `WEBVTT\n\n00:00:00.120 --> 00:00:01.480\n${transcript}\n` },
    'application/json': {
      schema: TranscriptJson,
      example: { id: completed.id, ...text, segments: [{ ...segment, words }] },
    },
  }),
  errors: ['not_found', 'invalid_state', 'expired'],
});

export const getJobLedger = contract({
  operationId: 'getTranscriptionLedger',
  tag: 'Usage',
  summary: 'Get the ledger of a transcription',
  description: [
    'How the job changed the free credit, in live mode. If credit is bought in advance, a job holds its highest possible price when it is created, holds its exact price once its length is known, and gives back the rest when it ends.',
    'A job that did not complete is not charged, so it has no refund: it gives back all that it held.',
  ].join('\n'),
  params: TranscriptionParams,
  query: none,
  success: json(200, JobLedger, {
    transcription_id: exampleId('ofq'),
    mode: 'live',
    data: [
      { kind: 'hold', amount_usd: '-0.024000', at: '2026-11-20T10:00:00.000Z' },
      { kind: 'release', amount_usd: '0.018897', at: '2026-11-20T10:00:03.000Z' },
      { kind: 'release', amount_usd: '0.005103', at: '2026-11-20T10:00:09.000Z' },
      { kind: 'charge', amount_usd: '-0.005103', at: '2026-11-20T10:00:09.000Z' },
    ],
  }),
  errors: ['not_found', 'expired'],
});
