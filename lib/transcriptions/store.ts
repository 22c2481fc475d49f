import type { Upload } from '#lib/uploads/upload.ts';
import type { Claim, JobError, JobRef, Transcription } from './transcription.ts';

export type CreateOutcome =
  | { readonly kind: 'created' }
  | { readonly kind: 'exists'; readonly job: Transcription }
  | { readonly kind: 'upload_refused'; readonly upload: Upload | undefined };

export type Completion = {
  readonly now: Date;
  readonly detectedLanguage: string | null;
  readonly billedMicroUsd: number;
};

export type Due = { readonly ref: JobRef; readonly dueAt: string };

/**
 * The protocol's memory. Each write is one conditional update or one transaction; a refused condition is a value
 * (undefined or false: somebody else was there first), a rejection is an infrastructure fault.
 */
export interface TranscriptionStore {
  /** Queues the job and consumes its upload, both or neither. */
  create(job: Transcription, now: Date): Promise<CreateOutcome>;
  find(ref: JobRef): Promise<Transcription | undefined>;
  /** Begins a new attempt at splitting, if the job waits for one or the lease of the last one ran out. */
  claim(ref: JobRef, now: Date): Promise<Transcription | undefined>;
  renewLease(claim: Claim, now: Date): Promise<boolean>;
  markSplit(
    claim: Claim,
    cut: { chunkCount: number; audioMs: number; now: Date },
  ): Promise<Transcription | undefined>;
  /** Counts a chunk once, however often it is reported. */
  markChunkDone(
    claim: Claim,
    chunk: { index: number; spanMs: number; now: Date },
  ): Promise<Transcription | undefined>;
  /** Completes and charges in one transaction. */
  complete(job: Transcription, completion: Completion): Promise<boolean>;
  /** Fails the job; without `attempt` whichever attempt is running. */
  fail(ref: JobRef & { attempt?: number }, error: JobError, now: Date): Promise<Transcription | undefined>;
  markCleaned(ref: JobRef, now: Date): Promise<void>;
  /** Jobs that somebody should look at by now, oldest first. */
  listDue(now: Date): Promise<readonly Due[]>;
  /** Takes one look at a due job, so that no second sweeper takes the same; undefined if it moved meanwhile. */
  takeLook(due: Due, nextLookAt: Date): Promise<Transcription | undefined>;
}
