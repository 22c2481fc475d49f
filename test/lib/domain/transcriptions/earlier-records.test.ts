import { expect, test } from 'vitest';
import { SessionOptions } from '#lib/domain/realtime/session.ts';
import { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { Delivery } from '#lib/domain/webhooks/delivery.ts';

// Records as they are stored today. They remain after an upgrade, so every field that is added later needs a default.
const request = {
  model: 'auto',
  languageHints: [],
  translation: null,
  context: null,
  customVocabulary: [],
  multichannel: false,
  formatting: { numerals: 'as_spoken', fillers: 'keep' },
  redact: [],
  filename: null,
  metadata: {},
  webhookUrl: null,
};
const job = {
  tenant: 'prj_a.live',
  id: 'ofq_a',
  attempt: 0,
  status: 'queued',
  requestId: 'request-7',
  fingerprint: 'f'.repeat(64),
  request,
  uploadId: 'upl_a',
  sweeps: 0,
  holds: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
};
const options = {
  audio: { format: 'pcm_s16le', sampleRateHz: 16_000, channels: 1 },
  model: 'auto',
  languageHints: [],
  translation: null,
  formatting: request.formatting,
  context: null,
  customVocabulary: [],
  silenceMs: null,
  partials: true,
  words: false,
  maxSessionMs: 60_000,
  allowedOrigins: [],
  clientReferenceId: null,
  metadata: {},
  webhookUrl: null,
};

test('a job of an earlier version is read after an upgrade', () => {
  expect(Transcription.parse(job).request).toMatchObject(request);
});

test('a job that an earlier version cuts in parts is read after an upgrade', () => {
  const parts = { attempt: 1, count: 2, plannedAt: job.createdAt };
  expect(Transcription.parse({ ...job, parts }).parts).toMatchObject(parts);
});

test('a realtime session of an earlier version is read after an upgrade', () => {
  expect(SessionOptions.parse(options)).toMatchObject(options);
});

test('a delivery of a webhook that an earlier version has tried is read after an upgrade', () => {
  const attempt = {
    at: job.createdAt,
    signature: 'v1,…',
    statusCode: null,
    error: 'timeout',
    responseBody: null,
    durationMs: 10_000,
  };
  const delivery = {
    tenant: job.tenant,
    webhookId: 'whk_a',
    id: 'dlv_a',
    eventId: 'evt_a',
    eventType: 'transcription.completed',
    requestId: 'request-7',
    transcriptionId: job.id,
    payload: '{}',
    createdAt: job.createdAt,
    status: 'pending',
    attempts: [attempt],
    tries: 1,
    claims: 1,
  };
  expect(Delivery.parse(delivery)).toMatchObject(delivery);
});
