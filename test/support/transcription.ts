import {
  erasedRequest,
  type Transcription,
  initialTranscription,
} from '#lib/domain/transcriptions/transcription.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';

/** A queued job of project `prj_a`, with `fields` in place of the defaults. */
export const aTranscription = (fields: Partial<Transcription> = {}): Transcription => ({
  ...initialTranscription,
  tenant: 'prj_a.live',
  id: 'ofq_a',
  requestId: 'request-7',
  fingerprint: 'f'.repeat(64),
  request: erasedRequest,
  uploadId: 'upl_a',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  ...fields,
});

/** An upload of project `prj_a` that has arrived, with `fields` in place of the defaults. */
export const anUpload = (fields: Partial<Upload> = {}): Upload => ({
  tenant: 'prj_a.live',
  id: 'upl_a',
  status: 'uploaded',
  fingerprint: 'f'.repeat(64),
  contentType: 'audio/mpeg',
  sizeBytes: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-20T10:15:00.000Z',
  uploadedAt: '2026-11-20T10:00:00.000Z',
  eTag: '"e"',
  bytes: 7,
  ...fields,
});
