import type { DuePage, DuePosition } from '#lib/platform/due-index/due-index.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import type { RegisteredFile } from '#lib/domain/files/file.ts';
import type { JobFailureType } from '#lib/platform/errors.ts';
import type { Queued } from '#lib/platform/limits/job-queue.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import type { ChunkRef, ChunkStarts } from './chunk-starts.ts';
import type { ListedTranscription } from './listed-transcription.ts';
import type { PartsPlan } from '#lib/speech/audio/parts/plan.ts';
import type { PartProgress } from './part-progress.ts';
import type { PartCut } from './parts.ts';
import type { Claim, DueJob, JobError, JobRef, Status, StoredAudio, Transcription } from './transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export type CreateOutcome =
  | { readonly kind: 'created' }
  | { readonly kind: 'exists'; readonly job: Transcription }
  | { readonly kind: 'upload_refused'; readonly upload: Upload | undefined }
  | { readonly kind: 'file_refused'; readonly file: RegisteredFile | undefined }
  /** The failed job's audio is gone, so it cannot be retried. */
  | { readonly kind: 'retry_refused'; readonly failed: Transcription | undefined }
  | { readonly kind: 'queue_full'; readonly of: 'project' | 'organization'; readonly max: number }
  /** No credit is free to hold. */
  | { readonly kind: 'no_credit' }
  | { readonly kind: 'spend_limit_reached' }
  | { readonly kind: 'test_quota_used_up' };

export type Cut = {
  readonly chunkCount: number;
  readonly audioMs: number;
  readonly channels: number;
  /** The number of chunks of each part, for audio that was cut in parts. */
  readonly chunksOfParts?: readonly number[];
  readonly now: Date;
};

/** The reason why a job may not continue when its audio length is known. */
export type SplitRefusal = Extract<JobFailureType, 'insufficient_credits' | 'test_quota_exceeded'>;

export type Completion = {
  readonly now: Date;
  readonly detectedLanguage: string | null;
  readonly billedMicroUsd: number;
};

export type Cleaned = {
  readonly now: Date;
  readonly nextSweepAt: Date | null;
  /** Keeps the audio for a retry. */
  readonly keepsSource: boolean;
};

export type ListOptions = {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly status: Status | undefined;
  /** The caller's own id of the jobs. */
  readonly name: string | undefined;
  readonly createdAfter: string | undefined;
  /** Whether to include jobs that were deleted after their end. */
  readonly includeDeleted: boolean;
  readonly now: Date;
};
export type Listed = {
  readonly jobs: readonly ListedTranscription[];
  /** The start of the next page. Null at the end. */
  readonly next: Position | null;
};

/** One part of the audio of a job, as one attempt planned it. */
export type PartRef = Claim & { readonly part: number };

/** The stages that workers claim. */
export type Stage = 'fetch' | 'split';

/**
 * Persistence of jobs. Each write is one conditional update or one transaction; a refused condition is a value
 * (undefined or false), a rejection is an infrastructure error.
 */
export interface TranscriptionRepository {
  /**
   * Creates the job, secures its audio, adds it to the queues of its project and organization, and holds its price,
   * in one transaction.
   */
  create(job: Transcription, now: Date): Promise<CreateOutcome>;
  find(ref: JobRef): Promise<Transcription | undefined>;
  /** Starts a new attempt at a stage, if the job waits for it and the last attempt's lease has expired. */
  claim(ref: JobRef, now: Date, stage?: Stage): Promise<Transcription | undefined>;
  /** Records the fetched object, erases the URL, and lets a worker claim the job for splitting. */
  markFetched(claim: Claim, fetched: StoredAudio, now: Date): Promise<Transcription | undefined>;
  /** False after the lease was released: a stage that has ended is not locked again. */
  renewLease(claim: Claim, now: Date): Promise<boolean>;
  /** Records how an attempt cuts the audio in parts. The first record counts. */
  recordPlan(claim: Claim, plan: PartsPlan, now: Date): Promise<void>;
  findPlan(claim: Claim): Promise<PartsPlan | undefined>;
  /**
   * Records that the audio is cut in `count` parts, once in the life of a job. The plan must have been recorded before.
   */
  markPlanned(claim: Claim, count: number, now: Date): Promise<Transcription | undefined>;
  /** Records how an attempt cut a part, also after the attempt is over. The first record counts. */
  recordCut(part: PartRef, cut: PartCut, now: Date): Promise<PartProgress>;
  /** Records that a part is cut, and renews the lease. */
  markPartCut(part: PartRef, now: Date): Promise<Transcription | undefined>;
  /** Gives up the parts of this attempt: the next one cuts the audio as one. */
  releaseParts(claim: Claim, now: Date): Promise<boolean>;
  /** Records the audio's length and channels, corrects the hold of the claimed `job`, and counts the test quota. */
  markSplit(job: Transcription, cut: Cut): Promise<Transcription | SplitRefusal | undefined>;
  /** Counts a chunk of an attempt once, however often it is reported, even after the attempt is over. */
  markChunkDone(chunk: ChunkRef, done: { spanMs: number; now: Date }): Promise<PartProgress>;
  /** Records that all chunks of a part are recognized. */
  markPartDone(part: PartRef, now: Date): Promise<Transcription | undefined>;
  /** Postpones the sweep of a job that made progress at that time. */
  noteProgress(claim: Claim, at: Date): Promise<void>;
  /** Undefined until the part is cut or a chunk of it is recognized. */
  findPartProgress(part: PartRef): Promise<PartProgress | undefined>;
  listPartProgress(claim: Claim): Promise<readonly PartProgress[]>;
  /** Records a start of a chunk that was sent again; `findChunkStarts` returns the count. */
  noteChunkStart(chunk: ChunkRef, now: Date): Promise<void>;
  findChunkStarts(chunk: ChunkRef): Promise<ChunkStarts | undefined>;
  /** Completes the job and charges for it in one transaction. Every end of a job releases its hold. */
  complete(job: Transcription, completion: Completion): Promise<boolean>;
  /** Fails the job; without `attempt`, any attempt. */
  fail(ref: JobRef & { attempt?: number }, error: JobError, now: Date): Promise<Transcription | undefined>;
  /** Cancels an unfinished job without a charge, and erases its options. */
  cancel(ref: JobRef, now: Date): Promise<Transcription | undefined>;
  /** Marks an ended job as deleted, once. Its text must still be removed. */
  erase(ref: JobRef, now: Date): Promise<Transcription | undefined>;
  /** Removes the job from both queues. Idempotent. */
  leaveQueue(job: Queued): Promise<void>;
  /** Records a clean-up, unless the job was deleted since `job` was read; null ends its sweeps. */
  markCleaned(job: Transcription, cleaned: Cleaned): Promise<void>;
  /** The project's jobs, newest first. A page may be short although there are more. */
  list(tenant: Tenant, page: ListOptions): Promise<Listed>;
  /** One page of the jobs due for a sweep, oldest first; without `from` the first. */
  listDue(now: Date, from?: DuePosition): Promise<DuePage<DueJob>>;
  /** Reschedules a due job, so that only one sweeper handles it. Undefined if it changed in the meantime. */
  rescheduleSweep(due: DueJob, nextSweepAt: Date): Promise<Transcription | undefined>;
}
