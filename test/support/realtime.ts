import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { initialSession, type RealtimeSession, type SessionOptions } from '#lib/domain/realtime/session.ts';

export const plainOptions: SessionOptions = {
  audio: { format: 'pcm_s16le', sampleRateHz: 16_000, channels: 1 },
  model: 'auto',
  languageHints: [],
  translation: null,
  formatting: { numerals: 'as_spoken', fillers: 'keep' },
  context: null,
  customVocabulary: [],
  silenceMs: 500,
  partials: true,
  words: false,
  maxSessionMs: 3_600_000,
  allowedOrigins: [],
  clientReferenceId: null,
  metadata: {},
  webhookUrl: null,
};

/** A session of project `prj_a` that waits for its first connection, with `fields` in place of the defaults. */
export const aSession = (fields: Partial<RealtimeSession> = {}): RealtimeSession => ({
  ...initialSession,
  tenant: 'prj_a.live',
  id: 'rts_a',
  requestId: 'request-7',
  fingerprint: 'f'.repeat(64),
  organizationId: 'org_a',
  keyId: 'k',
  transcriptionId: 'ofq_a',
  options: plainOptions,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  secretHash: hashSecret('secret'),
  secretExpiresAt: '2026-11-20T10:01:00.000Z',
  ...fields,
});
