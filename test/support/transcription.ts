import type { Transcription } from '#lib/transcriptions/transcription.ts';

/** A queued job of project `prj_a`, with `fields` in place of the defaults. */
export const aTranscription = (fields: Partial<Transcription> = {}): Transcription => ({
  projectId: 'prj_a',
  id: 'ofq_a',
  attempt: 0,
  status: 'queued',
  fingerprint: 'f'.repeat(64),
  request: { languageHints: [], translation: null, context: null, customVocabulary: [] },
  uploadId: 'upl_a',
  charged: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  startedAt: null,
  completedAt: null,
  sourceDeletedAt: null,
  leaseUntil: null,
  chunkCount: null,
  doneChunks: new Set(),
  processedMs: 0,
  audioMs: null,
  pushes: 0,
  detectedLanguage: null,
  billedMicroUsd: null,
  error: null,
  ...fields,
});
