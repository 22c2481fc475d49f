import type { Position } from '#lib/platform/http/cursor.ts';
import type { RegisteredFile } from '#lib/domain/files/file.ts';
import type { JobFailureType } from '#lib/platform/errors.ts';
import type { Queued } from '#lib/platform/limits/job-queue.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import type { ChunkRef, ChunkStarts } from './chunk-starts.ts';
import type { ListedTranscription } from './listed-transcription.ts';
import type { Claim, JobError, JobRef, Status, StoredAudio, Transcription } from './transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export type CreateOutcome =
  | { readonly kind: 'created' }
  | { readonly kind: 'exists'; readonly job: Transcription }
  | { readonly kind: 'upload_refused'; readonly upload: Upload | undefined }
  | { readonly kind: 'file_refused'; readonly file: RegisteredFile | undefined }
  /** The failed job has no audio any more that a retry could take over. */
  | { readonly kind: 'retry_refused'; readonly failed: Transcription | undefined }
  | { readonly kind: 'queue_full'; readonly of: 'project' | 'organization'; readonly max: number }
  /** Nothing of the balance is free for the job to hold. */
  | { readonly kind: 'no_credit' }
  | { readonly kind: 'test_quota_used_up' };

export type Cut = { readonly chunkCount: number; readonly audioMs: number; readonly now: Date };

/** Why a job may not go on now that the length of its audio is known. */
export type SplitRefusal = Extract<JobFailureType, 'insufficient_credits' | 'test_quota_exceeded'>;

export type Completion = {
  readonly now: Date;
  readonly detectedLanguage: string | null;
  readonly billedMicroUsd: number;
};

export type Cleaned = {
  readonly now: Date;
  readonly nextLookAt: Date | null;
  /** The audio stays for a retry. */
  readonly keepsSource: boolean;
};

export type ListOptions = {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly status: Status | undefined;
  readonly createdAfter: string | undefined;
  /** Whether jobs are listed that were deleted after their end. */
  readonly includeDeleted: boolean;
  readonly now: Date;
};
export type Listed = {
  readonly jobs: readonly ListedTranscription[];
  /** Where the next page begins, null at the end. */
  readonly next: Position | null;
};

/** What is claimed: fetching the audio of a URL, then cutting it. */
export type Stage = 'fetch' | 'split';

export type Due = { readonly ref: JobRef; readonly dueAt: string };

/**
 * The protocol's memory. Each write is one conditional update or one transaction; a refused condition is a value
 * (undefined or false: somebody else was there first), a rejection is an infrastructure fault.
 */
export interface TranscriptionRepository {
  /**
   * Queues the job, makes sure of its audio, and takes a place in the queues of its project and its organization, and
   * what the job is to hold of the balance, all or nothing.
   */
  create(job: Transcription, now: Date): Promise<CreateOutcome>;
  find(ref: JobRef): Promise<Transcription | undefined>;
  /** Begins a new attempt at a stage (`split`), if the job waits for it and the lease of the last attempt ran out. */
  claim(ref: JobRef, now: Date, stage?: Stage): Promise<Transcription | undefined>;
  /** Notes what was fetched, forgets the URL, and lets the job be claimed for splitting. */
  markFetched(claim: Claim, fetched: StoredAudio, now: Date): Promise<Transcription | undefined>;
  renewLease(claim: Claim, now: Date): Promise<boolean>;
  /** Notes the length of the audio, corrects what `job`, as it was claimed, holds, and counts what is used up in test mode. */
  markSplit(job: Transcription, cut: Cut): Promise<Transcription | SplitRefusal | undefined>;
  /** Counts a chunk once, however often it is reported. */
  markChunkDone(
    claim: Claim,
    chunk: { index: number; spanMs: number; now: Date },
  ): Promise<Transcription | undefined>;
  /** Notes that work on a chunk begins which was sent again; `findChunkStarts` tells how often. */
  noteChunkStart(chunk: ChunkRef, now: Date): Promise<void>;
  findChunkStarts(chunk: ChunkRef): Promise<ChunkStarts | undefined>;
  /** Completes and charges in one transaction. However a job ends, what it holds is given back with it. */
  complete(job: Transcription, completion: Completion): Promise<boolean>;
  /** Fails the job; without `attempt` whichever attempt is running. */
  fail(ref: JobRef & { attempt?: number }, error: JobError, now: Date): Promise<Transcription | undefined>;
  /** Ends an unfinished job for its owner, uncharged, and forgets what was asked of it. */
  cancel(ref: JobRef, now: Date): Promise<Transcription | undefined>;
  /** Marks a job that has ended as deleted, once. Its text is still to be removed. */
  erase(ref: JobRef, now: Date): Promise<Transcription | undefined>;
  /** Gives the job's places in both queues back; doing so twice does no harm. */
  leaveQueue(job: Queued): Promise<void>;
  /** Notes what was removed, unless the job was deleted or retried since `job` was read; null: nobody need look again. */
  markCleaned(job: Transcription, cleaned: Cleaned): Promise<void>;
  /** The project's jobs, newest first. A page may be short although there are more. */
  list(tenant: Tenant, page: ListOptions): Promise<Listed>;
  /** Jobs that somebody should look at by now, oldest first. */
  listDue(now: Date): Promise<readonly Due[]>;
  /** Takes one look at a due job, so that no second sweeper takes the same; undefined if it moved meanwhile. */
  takeLook(due: Due, nextLookAt: Date): Promise<Transcription | undefined>;
}
