import * as z from 'zod';
import { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import { Metadata } from '#lib/domain/labels.ts';
import { jobFailureTypes } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { modeOf, Tenant } from '#lib/platform/tenant.ts';
import { redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { Parts } from './parts.ts';
import { sourceKeptMs } from './timing.ts';
import { later } from '#lib/platform/durations.ts';

export const statuses = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
export type Status = (typeof statuses)[number];

/**
 * The statuses that each status may follow. Every write of a status has them as its condition, so a late message cannot
 * move a job back.
 */
export const mayFollow = {
  processing: ['queued', 'processing'],
  completed: ['processing'],
  failed: ['queued', 'processing'],
  canceled: ['queued', 'processing'],
} as const satisfies Partial<Record<Status, readonly Status[]>>;

export const isTerminal = (status: Status): boolean => status !== 'queued' && status !== 'processing';

export const Translation = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('one_way'), target_language: z.string() }),
  z.strictObject({ type: z.literal('two_way'), language_a: z.string(), language_b: z.string() }),
]);
export type Translation = z.infer<typeof Translation>;

/** The caller's options. */
export const SpeechRequest = z.object({
  model: ModelChoice,
  languageHints: z.array(z.string()),
  translation: Translation.nullable(),
  context: z.string().nullable(),
  customVocabulary: z.array(z.string()),
  /** Transcribes each channel separately instead of their mix. */
  multichannel: z.boolean(),
  formatting: z.object({
    numerals: z.enum(['as_spoken', 'digits']),
    fillers: z.enum(['keep', 'remove']),
  }),
  /** The kinds of data that are replaced by the name of their kind before any text is stored. */
  redact: z.array(z.enum(redactionKinds)),
  filename: z.string().nullable(),
  metadata: Metadata,
  /** The address that receives the event of the end, in addition to the project's webhooks. */
  webhookUrl: z.string().nullable(),
});
export type SpeechRequest = z.infer<typeof SpeechRequest>;

/** Text as the speech model writes it. */
const asSpoken: SpeechRequest['formatting'] = { numerals: 'as_spoken', fillers: 'keep' };

/** The options without private text, which is not needed once the audio is gone. */
export const withoutTerms = (request: SpeechRequest): SpeechRequest => ({
  ...request,
  context: null,
  customVocabulary: [],
});

/** The options of a deleted job. */
export const erasedRequest: SpeechRequest = {
  model: 'auto',
  languageHints: [],
  translation: null,
  context: null,
  customVocabulary: [],
  multichannel: false,
  formatting: asSpoken,
  redact: [],
  filename: null,
  metadata: {},
  webhookUrl: null,
};

/** An object in the audio bucket with exactly these bytes. */
export const StoredAudio = z.object({ key: z.string(), eTag: z.string() });
export type StoredAudio = z.infer<typeof StoredAudio>;

export const JobError = z.object({
  type: z.enum(jobFailureTypes),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()),
});
export type JobError = z.infer<typeof JobError>;

/** Identifies a job. Keys begin with the project, so that another project's id is not found. */
export const JobRef = z.object({ tenant: Tenant, id: z.string() });
export type JobRef = z.infer<typeof JobRef>;

/** An unfinished job, and the time by which it must have progressed. */
export type DueJob = { readonly ref: JobRef; readonly dueAt: string };

/** A job claimed by one worker. Writes with an outdated `attempt` are refused. */
export const Claim = JobRef.extend({ attempt: z.int() });
export type Claim = z.infer<typeof Claim>;

const instant = z.iso.datetime();
/** Null is not stored: an attribute that an item lacks is null. */
export const nullableField = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** A transcription job as stored. Instants are ISO 8601 UTC, durations whole milliseconds, money whole micro-dollars. */
export const Transcription = Claim.extend({
  status: z.enum(statuses),
  /** The id of the creating request. */
  requestId: z.string(),
  /** SHA-256 of its body, to distinguish a replay from a reused Idempotency-Key. */
  fingerprint: z.string(),
  request: SpeechRequest,
  /** The caller's own id. The list index carries an attribute `name`, and cannot carry another one. */
  name: nullableField(z.string()),
  /** A job has exactly one of four sources. That of a realtime session, which has no file, is its id: "rts_…". */
  uploadId: nullableField(z.string()),
  fileId: nullableField(z.string()),
  /** May contain a credential, so it is erased after the fetch or at the job's end. */
  audioUrl: nullableField(z.string()),
  /** The object fetched from the URL. */
  fetched: nullableField(StoredAudio),
  /** The failed job that this one retries, and the job that retries this one. */
  retryOf: nullableField(z.string()),
  retriedAs: nullableField(z.string()),
  /** Who queued it: an API key, or a person at the console. */
  keyId: nullableField(z.string()),
  /** The organization that pays; null for a project without one. */
  organizationId: nullableField(z.string()),
  createdAt: instant,
  expiresAt: instant,
  startedAt: nullableField(instant),
  completedAt: nullableField(instant),
  /** When its owner deleted it, which also erases its text. */
  deletedAt: nullableField(instant),
  /** When its audio was erased, or transferred to a retry. */
  sourceDeletedAt: nullableField(instant),
  /** The end of the lease of the worker that fetches, splits or cuts the audio. */
  leaseUntil: nullableField(instant),
  /** Set when the whole audio is split; unknown before. */
  chunkCount: nullableField(z.int()),
  /** The parts of the audio that are recognized, see `PartProgress`. */
  doneParts: z.set(z.int()).default(new Set()),
  /**
   * Set once if the audio is cut in parts, and removed with the last part. A later attempt that finds it cuts the audio
   * as one.
   */
  parts: nullableField(Parts),
  /** The parts that the current attempt has cut, until all are. */
  cutParts: z.set(z.int()).default(new Set()),
  /** The number of chunks of each part; null if the audio was cut as one. */
  chunksOfParts: nullableField(z.array(z.int())),
  audioMs: nullableField(z.int()),
  /** The number of channels that are transcribed separately; 1 for a mix. Set together with the length. */
  channels: nullableField(z.int()),
  /** The part of its organization's balance that the job holds until it ends, with prepayment. */
  heldMicroUsd: nullableField(z.int()),
  /** The amounts that the job has held, with prepayment: from its creation, and from the time when its length was known. */
  holds: z.array(z.object({ microUsd: z.int(), at: instant })),
  /** Sweeps since the last progress. */
  sweeps: z.int(),
  detectedLanguage: nullableField(z.string()),
  billedMicroUsd: nullableField(z.int()),
  error: nullableField(JobError),
});
export type Transcription = z.infer<typeof Transcription>;

/** A new job. */
export const initialTranscription = {
  keyId: null,
  organizationId: null,
  name: null,
  uploadId: null,
  fileId: null,
  audioUrl: null,
  fetched: null,
  retryOf: null,
  retriedAs: null,
  attempt: 0,
  status: 'queued',
  startedAt: null,
  completedAt: null,
  deletedAt: null,
  sourceDeletedAt: null,
  leaseUntil: null,
  chunkCount: null,
  doneParts: new Set<number>(),
  parts: null,
  cutParts: new Set<number>(),
  chunksOfParts: null,
  audioMs: null,
  channels: null,
  heldMicroUsd: null,
  holds: [],
  sweeps: 0,
  detectedLanguage: null,
  billedMicroUsd: null,
  error: null,
} satisfies Partial<Transcription>;

export type SourceKind = 'upload' | 'file' | 'url' | 'realtime';

/** The kind of the source. The job of a realtime session has the id of the session as its `uploadId`. */
export const sourceKindOf = ({
  uploadId,
  fileId,
}: Pick<Transcription, 'uploadId' | 'fileId'>): SourceKind => {
  if (uploadId !== null) return isId('rts', uploadId) ? 'realtime' : 'upload';
  return fileId !== null ? 'file' : 'url';
};

/** Whether the job has a text to show. */
export const hasResult = (job: Transcription): boolean =>
  job.status === 'completed' && job.deletedAt === null;

/** When a failed job's audio expires; undefined without audio. */
export const sourceKeptUntil = (job: Transcription): Date | undefined => {
  const { status, completedAt, deletedAt, sourceDeletedAt } = job;
  if (status !== 'failed' || completedAt === null) return undefined;
  const isGone = deletedAt !== null || sourceDeletedAt !== null;
  const isNamed = job.uploadId !== null || job.fileId !== null || job.fetched !== null;
  return isGone || !isNamed ? undefined : later(completedAt, sourceKeptMs);
};

/**
 * The end time of a job that is ended at `now`. A worker may have started the job after its caller read the clock, so
 * the end is never before the start.
 */
export const endOf = ({ startedAt }: Pick<Transcription, 'startedAt'>, now: Date): string =>
  startedAt !== null && new Date(startedAt) > now ? startedAt : now.toISOString();

/** Whether a worker that fetches, splits or cuts the audio holds a live lease. */
export const hasLiveLease = (job: Transcription, now: Date): boolean =>
  job.leaseUntil !== null && new Date(job.leaseUntil) >= now;

/** The billed length of a job's audio: its length, once for each channel. 0 while unknown. */
export const billableMs = ({ audioMs, channels }: Pick<Transcription, 'audioMs' | 'channels'>): number =>
  (audioMs ?? 0) * (channels ?? 1);

/** Jobs in test mode cost nothing. */
export const isCharged = ({ tenant }: Pick<Transcription, 'tenant'>): boolean => modeOf(tenant) === 'live';
