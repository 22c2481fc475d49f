import * as z from 'zod';
import { Metadata } from '#lib/domain/labels.ts';
import { nullableField, SpeechRequest, Translation } from '#lib/domain/transcriptions/transcription.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import { WebmProgress } from '#lib/speech/live/webm-progress.ts';

export const statuses = ['created', 'live', 'completed', 'expired', 'canceled', 'failed'] as const;
export type SessionStatus = (typeof statuses)[number];

const endReasons = [
  'finish',
  'max_session',
  'idle',
  'canceled',
  'insufficient_credits',
  'test_quota_exceeded',
  'unsupported_audio_format',
  'failed',
] as const;
export const EndReason = z.enum(endReasons);
export type EndReason = z.infer<typeof EndReason>;

/** Rates at which 10 ms are a whole number of samples. */
export const sampleRatesHz = [8_000, 16_000, 24_000, 32_000, 44_100, 48_000] as const;

const sampleRateHz = z.literal([...sampleRatesHz]);
const channels = z.literal([1, 2]);

/**
 * The byte stream of the client: 16-bit little-endian PCM, or WebM with Opus, which itself states its rate and
 * channels.
 */
export const SessionAudio = z.discriminatedUnion('format', [
  z.object({ format: z.literal('pcm_s16le'), sampleRateHz, channels }),
  z.object({
    format: z.literal('webm_opus'),
    sampleRateHz: sampleRateHz.nullable(),
    channels: channels.nullable(),
  }),
]);
export type SessionAudio = z.infer<typeof SessionAudio>;

/** The caller's options. */
export const SessionOptions = z.object({
  audio: SessionAudio,
  model: ModelChoice,
  languageHints: z.array(z.string()),
  translation: Translation.nullable(),
  /** The formatting of the final texts. */
  formatting: SpeechRequest.shape.formatting,
  context: z.string().nullable(),
  customVocabulary: z.array(z.string()),
  /** Silence that ends a segment; null if only the client ends segments. */
  silenceMs: z.int().nullable(),
  partials: z.boolean(),
  words: z.boolean(),
  maxSessionMs: z.int(),
  /** Origins of web pages that may connect; empty for any. */
  allowedOrigins: z.array(z.string()),
  clientReferenceId: z.string().nullable(),
  metadata: Metadata,
  /** The address that receives the event of the end, in addition to the project's webhooks. */
  webhookUrl: z.string().nullable(),
});
export type SessionOptions = z.infer<typeof SessionOptions>;

/** The options without private text, which is not needed after the end. */
export const withoutTerms = (options: SessionOptions): SessionOptions => ({
  ...options,
  context: null,
  customVocabulary: [],
});

/** Identifies a session. Keys begin with the project, so that another project's id is not found. */
export const SessionRef = z.object({ tenant: Tenant, id: z.string() });
export type SessionRef = z.infer<typeof SessionRef>;

/** A session claimed by one runner. Writes with an outdated `epoch` are refused. */
export const Lease = SessionRef.extend({ epoch: z.int() });
export type Lease = z.infer<typeof Lease>;

const instant = z.iso.datetime();

/** A realtime session as stored. Instants are ISO 8601 UTC, durations whole milliseconds, money whole micro-dollars. */
export const RealtimeSession = Lease.extend({
  status: z.enum(statuses),
  /** The id of the creating request. */
  requestId: z.string(),
  /** SHA-256 of its body, to distinguish a replay from a reused Idempotency-Key. */
  fingerprint: z.string(),
  organizationId: nullableField(z.string()),
  keyId: nullableField(z.string()),
  /** The job that holds the text after the end. */
  transcriptionId: z.string(),
  options: SessionOptions,
  createdAt: instant,
  /** When the text expires. */
  expiresAt: instant,
  startedAt: nullableField(instant),
  endedAt: nullableField(instant),

  /** SHA-256 of the secret of the first connection, and when it expires: at the latest when a resume token is used. */
  secretHash: z.string(),
  secretExpiresAt: instant,
  /** SHA-256 of the resume tokens that may be used: the one of this connection, then those issued to it, the newest last. */
  resumeHashes: z.array(z.string()),
  /** When its owner deleted the session. */
  revokedAt: nullableField(instant),

  /** The number of the connection, counted from 1; 0 before the first. */
  connection: z.int(),
  /** API Gateway's id of the connection. Null while there is none. */
  connectionId: nullableField(z.string()),
  connectedAt: nullableField(instant),
  /** The last event that the client had when it connected. */
  afterEventId: z.int(),
  /** The connection that was greeted, and the last event sent to it. */
  told: nullableField(z.object({ connection: z.int(), eventId: z.int() })),
  /** Malformed messages on this connection. */
  faults: z.int(),

  /** End of the runner's lease. */
  leaseUntil: nullableField(instant),
  /** When a runner was last woken. */
  wokenAt: nullableField(instant),
  /** Claims since the last progress. */
  claims: z.int(),
  /** Everything before it is decided. */
  committedMs: z.int(),
  /** The place of `committedMs` in a WebM stream. */
  webm: nullableField(WebmProgress),
  /** How far partial texts reach, to within a second. Their audio is paid for even if it is never decided. */
  toldMs: z.int(),
  speechMs: z.int(),
  unrecognizedMs: z.int(),
  /** The number of final segments, and the language of the last one that has one. */
  segments: z.int(),
  language: nullableField(z.string()),
  lastEventId: z.int(),
  /** The last segment whose translation is decided, and the event of its text. */
  translated: z.object({ segmentId: z.int(), eventId: z.int() }),
  /** The byte up to which the last runner had read when it returned. */
  readThrough: z.int(),
  /** The times at which audio was last received, as runners saw it, and at which a ping was. */
  heardAt: nullableField(instant),
  pingedAt: nullableField(instant),
  /** When the client was last warned that the session ends because of its silence. */
  idleWarnedAt: nullableField(instant),
  /**
   * The warnings that no later runner may repeat: of low credit, of the maximum audio, and of the age of each
   * connection.
   */
  warned: z.array(z.string()),

  /** Set when nothing more will be decided. The session ends when the result is stored. */
  endReason: nullableField(EndReason),
  billedMicroUsd: nullableField(z.int()),
});
export type RealtimeSession = z.infer<typeof RealtimeSession>;

/** A new session. */
export const initialSession = {
  epoch: 0,
  status: 'created',
  startedAt: null,
  endedAt: null,
  resumeHashes: [],
  revokedAt: null,
  connection: 0,
  connectionId: null,
  connectedAt: null,
  afterEventId: 0,
  told: null,
  faults: 0,
  leaseUntil: null,
  wokenAt: null,
  claims: 0,
  committedMs: 0,
  webm: null,
  toldMs: 0,
  speechMs: 0,
  unrecognizedMs: 0,
  segments: 0,
  language: null,
  lastEventId: 0,
  translated: { segmentId: 0, eventId: 0 },
  readThrough: 0,
  heardAt: null,
  pingedAt: null,
  idleWarnedAt: null,
  warned: [],
  endReason: null,
  billedMicroUsd: null,
} satisfies Partial<RealtimeSession>;

/**
 * The length of the processed audio, which is charged: everything that is decided or was sent in partial texts, at most
 * what the session allows.
 */
export const audioMsOf = ({
  committedMs,
  toldMs,
  options,
}: Pick<RealtimeSession, 'committedMs' | 'toldMs' | 'options'>): number =>
  Math.min(Math.max(committedMs, toldMs), options.maxSessionMs);

export const isOver = ({ status }: Pick<RealtimeSession, 'status'>): boolean =>
  status !== 'created' && status !== 'live';

/** Whether its credentials open the session no more, because its owner has deleted it. They are kept, so that a client learns why. */
export const isRevoked = ({
  revokedAt,
  endReason,
}: Pick<RealtimeSession, 'revokedAt' | 'endReason'>): boolean =>
  revokedAt !== null || endReason === 'canceled';

/** Whether a final text waits for its translation. */
export const isUntranslated = ({
  options,
  translated,
  segments,
}: Pick<RealtimeSession, 'options' | 'translated' | 'segments'>): boolean =>
  options.translation !== null && translated.segmentId < segments;

/** Whether a runner must still send something to the newest connection: its greeting, or the end. */
export const isOwed = (
  session: Pick<RealtimeSession, 'status' | 'endReason' | 'told' | 'connection'>,
): boolean =>
  isOver(session) || session.endReason !== null || session.told?.connection !== session.connection;

/** Whether a runner holds a live lease. */
export const hasRunner = ({ leaseUntil }: Pick<RealtimeSession, 'leaseUntil'>, now: Date): boolean =>
  leaseUntil !== null && new Date(leaseUntil) >= now;

/** The last event that this connection was sent, or had from an earlier one. */
export const toldThrough = ({ told, connection, afterEventId }: RealtimeSession): number =>
  told?.connection === connection ? told.eventId : afterEventId;
